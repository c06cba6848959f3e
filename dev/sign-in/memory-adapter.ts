import type { Adapter, AdapterPayload } from 'oidc-provider';

/** In-memory storage of a provider: sign-ins in progress, codes, tokens. Separate for each provider. */
export function memoryAdapter(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const formatKey = (id: string) => `${model} ${id}`;
    const find = (matches: (payload: AdapterPayload) => boolean) =>
      [...stored].find(([key, payload]) => key.startsWith(`${model} `) && matches(payload))?.[1];
    return {
      async upsert(id, payload) {
        stored.set(formatKey(id), payload);
      },
      async find(id) {
        return stored.get(formatKey(id));
      },
      async findByUid(uid) {
        return find((payload) => payload.uid === uid);
      },
      async findByUserCode(code) {
        return find((payload) => payload.userCode === code);
      },
      async consume(id) {
        const payload = stored.get(formatKey(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(formatKey(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
      },
    };
  };
}
