import { HAZARD_TYPES } from '@maru/listing/places';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendKept } from '../http/send-kept.ts';
import { Outlines } from '../map/outlines.ts';
import { ZoneTiles } from '../map/zone-tiles.ts';
import type { Parts } from '../parts.ts';
import { sendNotFound } from '../plugins/errors.ts';

/** Kinds of imported boundaries, by their name in the URL. */
const OUTLINED: Record<string, 'districts' | 'attendance' | undefined> = {
  district: 'districts',
  school: 'attendance',
};
const ZONES_CACHE = 'public, max-age=300';

/**
 * GET /tiles/base/{z}/{x}/{y}.mvt: the built-in map; /tiles/outline/{slug}.json: the rings of a place, empty when unknown;
 * /tiles/boundary/district/{id}.json and …/school/{id}.json: those of imported boundaries; /tiles/zones: imported hazard zones.
 */
export function registerTileRoutes(
  app: FastifyInstance,
  { baseMap, gazetteer, store }: Pick<Parts, 'baseMap' | 'gazetteer' | 'store'>,
): void {
  const zones = new ZoneTiles(store);
  const outlines = new Outlines(
    gazetteer,
    async (slug) => (await store.placeData.findOutline('outlines', slug))?.rings,
  );
  app.get<{ Params: { file: string } }>('/tiles/outline/:file', async (request, reply) => {
    const slug = parseSlug(request.params.file);
    if (slug === undefined || gazetteer.findPlace(slug) === undefined) return sendNotFound(request, reply);
    return sendRings(reply, await outlines.find(slug));
  });

  app.get<{ Params: { kind: string; file: string } }>(
    '/tiles/boundary/:kind/:file',
    async (request, reply) => {
      const kind = OUTLINED[request.params.kind];
      const slug = parseSlug(request.params.file);
      if (kind === undefined || slug === undefined) return sendNotFound(request, reply);
      return sendRings(reply, (await store.placeData.findOutline(kind, slug))?.rings);
    },
  );

  app.get('/tiles/zones/layers.json', async (_, reply) => {
    const layers = (await store.placeData.listLayers()).filter(({ hazardType }) => hazardType !== null);
    return reply.header('cache-control', ZONES_CACHE).send({
      layers: layers.map(({ layer, hazardType, source, asOf, link, isSample }) => ({
        ...{ layer, hazardType, source, asOf, link, isSample },
      })),
    });
  });

  app.get<{ Params: { type: string; z: string; x: string; file: string } }>(
    '/tiles/zones/:type/:z/:x/:file',
    async (request, reply) => {
      const { z, x, file } = request.params;
      const type = HAZARD_TYPES.find((one) => one === request.params.type);
      const row = /^(\d{1,5})\.json$/.exec(file)?.[1];
      const at = [z, x, row].map((one) => (/^\d{1,5}$/.test(one ?? '') ? Number(one) : Number.NaN));
      if (type === undefined) return sendNotFound(request, reply);
      const tile = await zones.load({ type, z: at[0]!, x: at[1]!, y: at[2]! });
      if (tile === undefined) return sendNotFound(request, reply);
      return await sendKept(tile, ZONES_CACHE, request, reply);
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

/** `irvine-ca.json` */
const parseSlug = (file: string) => /^([a-z0-9-]{1,100})\.json$/.exec(file)?.[1];

/** Cached for a shorter time when there is no outline: one may be imported any time. */
function sendRings(reply: FastifyReply, rings: readonly unknown[] = []): FastifyReply {
  return reply.header('cache-control', `public, max-age=${rings.length === 0 ? 300 : 3_600}`).send({ rings });
}
