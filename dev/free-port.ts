import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ranges from which Linux (32768), macOS and Windows (49152) take the local ports of outgoing connections. */
const FIRST = 20_000;
const COUNT = 10_000;

/**
 * A TCP port for a server that another process will start. A port that the system chooses (0) is not safe here: between this
 * check and the start, an outgoing connection of any test may take it.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
