import type { Adapter, AdapterPayload } from 'oidc-provider';

/** In-memory storage of a provider: sign-ins in progress, codes, tokens. Separate for each provider. */
export function memoryAdapter(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`;
    const find = (matches: (payload: AdapterPayload) => boolean) =>
      [...stored].find(([key, payload]) => key.startsWith(`${model} `) && matches(payload))?.[1];
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload);
      },
      async find(id) {
        return stored.get(keyOf(id));
      },
      async findByUid(uid) {
        return find((payload) => payload.uid === uid);
      },
      async findByUserCode(code) {
        return find((payload) => payload.userCode === code);
      },
      async consume(id) {
        const payload = stored.get(keyOf(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
    };
  };
}
