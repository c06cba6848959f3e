import { MAX_UPLOAD, UPLOAD_TYPES } from '@maru/contract';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../http/api-error.ts';
import type { RealtorPictures, SignedQuery } from '../../media/realtor-pictures.ts';
import type { VideoFacts } from '../../media/video-facts.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * GET /uploads/youtube/{id}.webp: the thumbnail of a video. PUT /uploads/{uploadId}: receives a picture announced by `requestUpload`, unless
 * a bucket does. GET /uploads/{pictureId}.webp: the re-encoded picture.
 */
export function registerUploadRoutes(
  app: FastifyInstance,
  pictures: RealtorPictures,
  videos: Pick<VideoFacts, 'picture'>,
): void {
  app.get<{ Params: { file: string } }>('/uploads/youtube/:file', async (request, reply) => {
    const [, id] = /^([A-Za-z0-9_-]{11})\.webp$/.exec(request.params.file) ?? [];
    const bytes = id === undefined ? undefined : await videos.picture(id);
    if (bytes === undefined) throw new ApiError(404, 'not_found', { values: { path: '/uploads' } });
    return reply
      .header('cache-control', 'public, max-age=86400')
      .header('content-security-policy', "default-src 'none'")
      .type('image/webp')
      .send(bytes);
  });
  void app.register(async (own) => {
    own.addContentTypeParser(
      [...UPLOAD_TYPES],
      { parseAs: 'buffer', bodyLimit: MAX_UPLOAD },
      (_, body, done) => {
        done(null, body);
      },
    );
    own.put<{ Params: { file: string }; Querystring: SignedQuery; Body: Buffer }>(
      '/uploads/:file',
      {
        bodyLimit: MAX_UPLOAD,
        onRequest: async ({ params, query, headers }) => {
          if (!ID.test(params.file)) throw new ApiError(404, 'upload_not_found');
          const sent = { mediaType: headers['content-type'], length: headers['content-length'] };
          await pictures.judgePut(params.file, query, sent);
        },
      },
      async ({ params, body }, reply) => {
        await pictures.receive(params.file, body);
        return reply.code(200).header('cache-control', 'no-store').send();
      },
    );
    own.get<{ Params: { file: string }; Querystring: SignedQuery }>(
      '/uploads/:file',
      async (request, reply) => {
        const id = request.params.file.replace(/\.webp$/, '');
        if (id === request.params.file || !ID.test(id)) {
          throw new ApiError(404, 'not_found', { values: { path: '/uploads' } });
        }
        const { bytes, isPublic } = await pictures.load(id, request.query);
        return (
          reply
            // One hour, although the picture never changes: an admin may remove it.
            .header('cache-control', isPublic ? 'public, max-age=3600' : 'private, no-store')
            .header('content-security-policy', "default-src 'none'")
            .type('image/webp')
            .send(bytes)
        );
      },
    );
  });
}
