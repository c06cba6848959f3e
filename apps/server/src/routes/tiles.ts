import type { FastifyInstance } from 'fastify';
import { Outlines } from '../outlines.ts';
import type { Parts } from '../parts.ts';
import { sendNotFound } from '../plugins/errors.ts';

/**
 * GET /tiles/base/{z}/{x}/{y}.mvt: the built-in map; /tiles/outline/{slug}.json: the rings of a
 * place, none where we have no outline of it. */
export function registerTileRoutes(
  app: FastifyInstance,
  { baseMap, gazetteer, store }: Pick<Parts, 'baseMap' | 'gazetteer' | 'store'>,
): void {
  const outlines = new Outlines(
    gazetteer,
    async (slug) => (await store.placeData.findOutline('outlines', slug))?.rings,
  );
  app.get<{ Params: { file: string } }>(
    '/tiles/outline/:file',

    async (request, reply) => {
      const slug = /^([a-z0-9-]{1,100})\.json$/.exec(request.params.file)?.[1];
      if (slug === undefined || gazetteer.findPlace(slug) === undefined) return sendNotFound(request, reply);
      const rings = (await outlines.find(slug)) ?? [];
      return reply.header('cache-control', 'public, max-age=86400').send({ rings });
    },
  );

  app.get<{ Params: { z: string; x: string; file: string } }>(
    '/tiles/base/:z/:x/:file',

    async (request, reply) => {
      const { z, x, file } = request.params;
      const y = /^(\d{1,5})\.mvt$/.exec(file)?.[1];
      const whole = /^\d{1,5}$/.test(z) && /^\d{1,5}$/.test(x) && y !== undefined;
      const tile = whole ? await baseMap.load(Number(z), Number(x), Number(y)) : undefined;
      if (tile === undefined) return sendNotFound(request, reply);
      reply.header('cache-control', 'public, max-age=86400').type('application/vnd.mapbox-vector-tile');
      return tile.length === 0 ? reply.code(204).send() : reply.send(tile);
    },
  );
}
