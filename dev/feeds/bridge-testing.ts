import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMarket, type Market } from '../sample-market/index.ts';
import { type BridgeServer, type BridgeServerOptions, createBridgeServer } from './bridge-server.ts';
import type { ServedDataset } from './odata-listings.ts';
import type { Row } from './odata-value.ts';

export const TOKEN = 'bridge-token';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Row;
  /** `value` or `bundle`, when it is a list. */
  rows: Row[];
}

/** A listening Bridge simulator, with functions to query and control it. */
export interface RunningBridge {
  bridge: BridgeServer;
  market: Market;
  /** `http://127.0.0.1:port`. */
  host: string;
  ask(path: string, headers?: Record<string, string>): Promise<Answer>;
  control(verb: string, body: unknown): Promise<Row>;
  truth(): Promise<[string, string][]>;
  close(): void;
}

/** Control commands change one simulator and not the market, which only ticks change, so markets are shared. */
const markets = new Map<number, Market>();

/**
 * Starts a simulator on a free port over the first dataset of an invented market; `repeated` repeats it to that size.
 */
export async function startBridge(
  size: number,
  options: Partial<BridgeServerOptions> = {},
  repeated?: number,
): Promise<RunningBridge> {
  const market = markets.get(size) ?? createMarket({ seed: 11, size, now: new Date() });
  markets.set(size, market);
  const dataset = repeated === undefined ? market.datasets[0] : repeatDataset(market.datasets[0], repeated);
  const drawPhoto = (path: string) => market.drawPhoto(path);
  const bridge = createBridgeServer({ dataset, tokens: [TOKEN], drawPhoto, ...options });
  const host = await listen(bridge.server);
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await fetch(path.startsWith('http') ? path : host + path, {
      headers: { authorization: `Bearer ${TOKEN}`, ...headers },
    });
    const text = await response.text();
    const json = parse(text);
    const rows = [json.value, json.bundle].find((list) => Array.isArray(list)) ?? [];
    return { status: response.status, headers: response.headers, text, json, rows: rows as Row[] };
  };
  const control = async (verb: string, body: unknown): Promise<Row> => {
    const response = await fetch(`${host}/control/${verb}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`control/${verb}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Row;
  };
  const truth = async () => (await ask('/control/truth')).json as unknown as [string, string][];
  return {
    bridge,
    market,
    host,
    ask,
    control,
    truth,
    close: () => bridge.server.close().closeAllConnections(),
  };
}

/** A large dataset at low cost: the rows of a small one, repeated under other keys and timestamps. */
function repeatDataset(small: ServedDataset, size: number): ServedDataset {
  const rows = Array.from(small.stamps(), ({ listingKey }) => small.findRow(listingKey) as Row);
  const born = Date.parse('2026-01-01T00:00:00Z');
  const formatKey = (at: number) => `r${String((at * 7_919) % size).padStart(7, '0')}`;
  const formatStamp = (key: string) => new Date(born + Number(key.slice(1)) * 7_000).toISOString();
  return {
    dataset: small.dataset,
    size,
    members: small.members,
    offices: small.offices,
    openHouses: [],
    findRow(key) {
      const row = rows[Number(key.slice(1)) % rows.length] as Row;
      return { ...row, ListingKey: key, ModificationTimestamp: formatStamp(key) };
    },
    *stamps() {
      for (let at = 0; at < size; at += 1) {
        const listingKey = formatKey(at);
        const { StandardStatus: status } = rows[Number(listingKey.slice(1)) % rows.length] as Row;
        yield { listingKey, modificationTimestamp: formatStamp(listingKey), standardStatus: String(status) };
      }
    },
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function parse(text: string): Row {
  try {
    return JSON.parse(text) as Row;
  } catch {
    return {};
  }
}
