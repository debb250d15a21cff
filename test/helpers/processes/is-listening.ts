import { once } from 'node:events';
import net from 'node:net';

/** Whether something takes connections at this TCP port of the machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = net.connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
