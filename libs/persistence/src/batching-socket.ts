import { Socket } from 'node:net'

/**
 * A socket whose writes of one turn of the event loop leave together: a write costs more than a statement. `pg` corks its
 * socket for each statement; this one uncorks at the end of the turn.
 */
export class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
