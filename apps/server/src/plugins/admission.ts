import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Admission } from '../front-door/admission.ts';
import { BodyDeadline } from '../front-door/body-deadline.ts';
import type { Place } from '../front-door/fair-queue.ts';
import { BUSY_RETRY_AFTER } from '../front-door/front-door.ts';
import type { RateLimits } from '../front-door/rate-limits.ts';
import { currentVisit, hasBody, type Visit, visitOf } from '../front-door/visit.ts';
import { ApiError } from '../http/api-error.ts';
import { report } from './rate-limits.ts';

/**
 * The second half of what the front door begins. A request with a body is received in the lane `body`, with a deadline, and gets its
 * place when the body is complete: slow senders hold no place that others need. Hourly rate limits are spent by requests that have a
 * place and pass the schema of their call, so that a typing mistake costs nothing of them. The place is left when the response is made: slow readers hold none either.
 */
export function registerAdmission(app: FastifyInstance, admission: Admission, limits: RateLimits): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const visit = visitOf(request.raw);
    if (visit === undefined || !hasBody(request.raw)) return payload;
    await enter(admission, 'body', visit, reply);
    const body = new BodyDeadline();
    payload.once('error', (error) => body.destroy(error));
    payload.once('close', () => {
      if (!request.raw.complete) body.destroy(new Error('the client closed the connection'));
    });
    // Without a response nobody is left to read it.
    reply.raw.once('close', () => body.destroy());
    return payload.pipe(body);
  });
  app.addHook('preValidation', async (request, reply) => {
    const visit = visitOf(request.raw);
    if (visit === undefined) return;
    const { lane } = visit.requestClass;
    if (lane === undefined || !hasBody(request.raw)) return;
    visit.place?.leave();
    visit.place = undefined;
    await enter(admission, lane, visit, reply);
  });
  app.addHook('preHandler', async (request, reply) => {
    // A form without script (`routes/realtors/plain-forms.ts`) is no call: the call that it makes to this server for the visitor is counted.
    if (request.routeOptions.config.requiredRole === undefined) return;
    const visit = visitOf(request.raw) ?? currentVisit();
    const scarce = visit?.requestClass.scarce;
    if (visit === undefined || scarce === undefined) return;
    report(limits.spendOfAddress(scarce, visit.address), request, reply);
    if (request.caller !== undefined)
      report(limits.spendOfAccount(scarce, request.caller.userId), request, reply);
  });
  app.addHook('onSend', async (request, _, payload) => {
    visitOf(request.raw)?.place?.leave();
    return payload;
  });
}

/** @throws ApiError 503 when there is no place in time. */
async function enter(
  admission: Admission,
  lane: Parameters<Admission['enter']>[0],
  visit: Visit,
  { raw }: FastifyReply,
): Promise<void> {
  const place: Place | undefined = await admission.enter(lane, visit.address, raw);
  // The client may have gone just when the request got its place.
  if (raw.destroyed) place?.leave();
  if (place === undefined || raw.destroyed)
    throw new ApiError(503, 'busy', { retryAfter: Number(BUSY_RETRY_AFTER) });
  visit.place = place;
}
