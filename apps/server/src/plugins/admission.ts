import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Admission, BUSY_RETRY_AFTER } from '../front-door/admission.ts';
import { BodyDeadline } from '../front-door/body-deadline.ts';
import type { Place } from '../front-door/fair-queue.ts';
import type { RateLimits } from '../front-door/rate-limits.ts';
import { currentVisit, findVisit, hasBody, type Visit } from '../front-door/visit.ts';
import { ApiError } from '../http/api-error.ts';
import { report } from './rate-limits.ts';

/**
 * The part of admission that needs the parsed request. A request body is received in the lane `body`, with a deadline;
 * the request gets its slot when the body is complete, so that slow uploads hold none. Hourly rate limits are counted
 * after schema validation, so that invalid input does not use them up. The slot is released when the response is ready,
 * so that slow readers hold none either.
 */
export function registerAdmission(app: FastifyInstance, admission: Admission, limits: RateLimits): void {
  app.addHook('preParsing', async (request, reply, payload) => {
    const visit = findVisit(request.raw);
    if (visit === undefined || !hasBody(request.raw)) return payload;
    await enter(admission, 'body', visit, reply);
    const { place } = visit;
    const body = new BodyDeadline();
    payload.once('error', (error) => body.destroy(error));
    payload.once('close', () => {
      if (!request.raw.complete) body.destroy(new Error('client closed the connection'));
    });
    // Without a response nobody is left to read it, and the application does not go on.
    reply.raw.once('close', () => {
      body.destroy();
      place?.leave();
    });
    return payload.pipe(body);
  });
  app.addHook('preValidation', async (request, reply) => {
    const visit = findVisit(request.raw);
    if (visit === undefined) return;
    const { lane } = visit.requestClass;
    if (lane === undefined || !hasBody(request.raw)) return;
    visit.place?.leave();
    visit.place = undefined;
    await enter(admission, lane, visit, reply);
  });
  app.addHook('preHandler', async (request, reply) => {
    // Plain forms (`routes/realtors/plain-forms.ts`) call the API in turn, and that call is counted.
    if (request.routeOptions.config.requiredRole === undefined) return;
    const visit = findVisit(request.raw) ?? currentVisit();
    const scarce = visit?.requestClass.scarce;
    if (visit === undefined || scarce === undefined) return;
    report(limits.spendOfAddress(scarce, visit.address), request, reply);
    if (request.caller !== undefined)
      report(limits.spendOfAccount(scarce, request.caller.userId), request, reply);
  });
  app.addHook('onSend', async (request, _, payload) => {
    findVisit(request.raw)?.place?.leave();
    return payload;
  });
}

/** @throws ApiError 503 when no slot becomes free in time */
async function enter(
  admission: Admission,
  lane: Parameters<Admission['enter']>[0],
  visit: Visit,
  { raw }: FastifyReply,
): Promise<void> {
  const place: Place | undefined = await admission.enter(lane, visit.address, raw);
  // The client may have disconnected while waiting.
  if (raw.destroyed) place?.leave();
  if (place === undefined || raw.destroyed)
    throw new ApiError(503, 'busy', { retryAfter: Number(BUSY_RETRY_AFTER) });
  visit.place = place;
}
