/** Contents of feeds-service.json: ports of the sample market's two feeds on 127.0.0.1, and their credentials. */
export interface ServiceFile {
  pid: number;
  size: number;
  seed: number;
  /** When the market was created: its timestamps are relative to this. */
  born: string;
  bridge: FeedService;
  slipstream: FeedService;
}

export interface FeedService {
  dataset: string;
  port: number;
  /** The client's credential: Bridge's server token, SlipStream's license. */
  token: string;
  /** For `/control/…`, as `Authorization: Bearer`. */
  controlToken: string;
}
