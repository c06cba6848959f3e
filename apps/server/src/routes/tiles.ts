import { HAZARD_TYPES } from '@maru/listing/places';
import type { FastifyInstance } from 'fastify';
import { sendKept } from '../http/send-kept.ts';
import { Outlines } from '../map/outlines.ts';
import { ZoneTiles } from '../map/zone-tiles.ts';
import type { Parts } from '../parts.ts';
import { sendNotFound } from '../plugins/errors.ts';

/** What of a search has an outline of its own beside its place. */
const OUTLINED: Record<string, 'districts' | 'attendance' | undefined> = {
  district: 'districts',
  school: 'attendance',
};
const ZONES_CACHE = 'public, max-age=300';

/**
 * GET /tiles/base/{z}/{x}/{y}.mvt: the built-in map; /tiles/outline/{slug}.json: the rings of a place, none where we have no
 * outline of it, /tiles/boundary/district/{id}.json and …/school/{id}.json those of imported boundaries; /tiles/zones: imported hazard zones.
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
  app.get<{ Params: { file: string } }>(
    '/tiles/outline/:file',

    async (request, reply) => {
      const slug = /^([a-z0-9-]{1,100})\.json$/.exec(request.params.file)?.[1];
      if (slug === undefined || gazetteer.findPlace(slug) === undefined) return sendNotFound(request, reply);
      const rings = (await outlines.find(slug)) ?? [];
      // One may be imported any time.
      return reply
        .header('cache-control', `public, max-age=${rings.length === 0 ? 300 : 3_600}`)
        .send({ rings });
    },
  );

  app.get<{ Params: { kind: string; file: string } }>(
    '/tiles/boundary/:kind/:file',
    async (request, reply) => {
      const kind = OUTLINED[request.params.kind];
      const slug = /^([a-z0-9-]{1,100})\.json$/.exec(request.params.file)?.[1];
      if (kind === undefined || slug === undefined) return sendNotFound(request, reply);
      const rings = (await store.placeData.findOutline(kind, slug))?.rings ?? [];
      return reply
        .header('cache-control', `public, max-age=${rings.length === 0 ? 300 : 3_600}`)
        .send({ rings });
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
