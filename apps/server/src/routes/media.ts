import type { FastifyInstance } from 'fastify';
import { PICTURE_FORMATS, PICTURE_WIDTHS, type PictureFormat } from '../media/pictures.ts';
import type { SourceLogos } from '../media/source-logos.ts';
import type { Parts } from '../parts.ts';
import { sendNotFound } from '../plugins/errors.ts';

/** GET /media/{photo}/{width}.{avif|webp}: the cached copy of a listing's photo. */
export function registerMediaRoutes(app: FastifyInstance, { pictures }: Pick<Parts, 'pictures'>): void {
  // Before and after the requests in flight are finished.
  app.addHook('preClose', async () => pictures.drain());
  app.addHook('onClose', () => pictures.close());
  app.get<{ Params: { photo: string; file: string } }>('/media/:photo/:file', async (request, reply) => {
    const { photo, file } = request.params;
    const [, width, format] = /^(\d{3,4})\.(avif|webp)$/.exec(file) ?? [];
    const known = PICTURE_WIDTHS.find((one) => one === Number(width));
    if (
      !/^[A-Za-z0-9_-]{22}$/.test(photo) ||
      known === undefined ||
      !PICTURE_FORMATS.includes(format as PictureFormat)
    ) {
      return sendNotFound(request, reply);
    }
    const picture = await pictures.load(photo, known, format as PictureFormat);
    return (
      reply
        // One day, although the picture never changes: CDNs must drop it after a seller's opt-out.
        .header('cache-control', 'public, max-age=86400')
        .type(`image/${format}`)
        .send(picture)
    );
  });
}

/** GET /media/source/{dataset}.webp: the logo of an MLS. */
export function registerSourceLogoRoute(
  app: FastifyInstance,
  { clock, logos }: Pick<Parts, 'clock'> & { logos: Pick<SourceLogos, 'load'> },
): void {
  app.get<{ Params: { file: string } }>('/media/source/:file', async (request, reply) => {
    const [, dataset = ''] = /^(.+)\.webp$/.exec(request.params.file) ?? [];
    const { logoUrl } = clock.datasets.get(dataset)?.rules.labels ?? {};
    const logo = logoUrl === undefined ? undefined : await logos.load(logoUrl);
    if (logo === undefined) return sendNotFound(request, reply);
    return reply.header('cache-control', 'public, max-age=86400').type('image/webp').send(logo);
  });
}
