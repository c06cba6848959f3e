import { buildOpenApi } from '@maru/contract';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { EncodedBody } from '../http/encoded-body.ts';
import { registerDocs } from './docs.ts';

test.each(['/docs/openapi.json', '/docs'])(
  '%s is made and compressed once, however often it is asked for',
  async (url) => {
    const describeApi = vi.fn(buildOpenApi);
    const encoded = vi.spyOn(EncodedBody.prototype, 'in');
    const app = Fastify();
    registerDocs(app, 'http://localhost', describeApi);
    try {
      const headers = { 'accept-encoding': 'br' };
      const answers = [];
      for (let i = 0; i < 3; i += 1) answers.push(await app.inject({ url, headers }));
      for (const { headers, rawPayload } of answers) {
        expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
        expect(rawPayload).toEqual(answers[0]?.rawPayload);
      }
      expect(describeApi).toHaveBeenCalledOnce();
      // One body, which keeps its compressed forms (`encoded-body.test.ts`).
      expect(encoded.mock.contexts).toHaveLength(3);
      expect(new Set(encoded.mock.contexts).size).toBe(1);
    } finally {
      encoded.mockRestore();
      await app.close();
    }
  },
);
