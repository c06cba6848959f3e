/** What stands in feeds-service.json: where the sample market's two feeds listen, on 127.0.0.1, and how to ask. */
export interface ServiceFile {
  pid: number;
  size: number;
  seed: number;
  /** When the market was made: its stamps are relative to this. */
  born: string;
  bridge: FeedService;
  slipstream: FeedService;
}

export interface FeedService {
  dataset: string;
  port: number;
  /** What a client of the feed has: Bridge's server token, SlipStream's licence. */
  token: string;
  /** For `/control/…`, in `Authorization: Bearer`. */
  controlToken: string;
}
