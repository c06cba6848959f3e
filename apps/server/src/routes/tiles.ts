import { type Bounds, HAZARD_TYPES } from '@maru/listing';
import type { FastifyInstance } from 'fastify';
import { Outlines } from '../outlines.ts';
import type { Parts } from '../parts.ts';
import { sendNotFound } from '../plugins/errors.ts';

/** What of a search has an outline of its own beside its place. */
const OUTLINED: Record<string, 'districts' | 'attendance' | undefined> = {
  district: 'districts',
  school: 'attendance',
};
/** Of one tile: beyond that it is too far away to read them. */
const MOST_ZONES = 1_500;
/** Zooms of 512-pixel tiles at which zones are drawn. */
const ZONE_ZOOMS = { min: 9, max: 14 };

/**
 * GET /tiles/base/{z}/{x}/{y}.mvt: the built-in map; /tiles/outline/{slug}.json: the rings of a place, none where we have no
 * outline of it, /tiles/boundary/district/{id}.json and …/school/{id}.json those of imported boundaries; /tiles/zones: imported hazard zones.
 */
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
    return reply.header('cache-control', 'public, max-age=300').send({
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
      const tile = boundsOfTile(at[0]!, at[1]!, at[2]!);
      if (type === undefined || tile === undefined) return sendNotFound(request, reply);
      const { bounds, metersPerPixel } = tile;
      const found = await store.placeData.findZones(bounds, {
        type,
        meters: metersPerPixel,
        limit: MOST_ZONES,
      });
      return reply
        .header('cache-control', 'public, max-age=300')
        .send({ isWhole: found.isWhole, areas: found.pieces });
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

/** What a tile covers; undefined for one that is none, or too coarse or too fine for zones. */
function boundsOfTile(
  z: number,
  x: number,
  y: number,
): { bounds: Bounds; metersPerPixel: number } | undefined {
  const size = 2 ** z;
  if (!(z >= ZONE_ZOOMS.min && z <= ZONE_ZOOMS.max && x < size && y < size)) return undefined;
  const longitude = (column: number) => (column / size) * 360 - 180;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / size))) * 180) / Math.PI;
  const bounds: Bounds = [longitude(x), latitude(y + 1), longitude(x + 1), latitude(y)];
  const across = 40_075_016.686 * Math.cos((latitude(y + 0.5) * Math.PI) / 180);
  return { bounds, metersPerPixel: across / size / 512 };
}
