import { Injectable } from '@nestjs/common'

/** The one place where the platform reads the time; tests and the sandbox move it. All instants are UTC. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date()
  }

  /** Milliseconds since the Unix epoch. */
  epochMs(): number {
    return this.now().getTime()
  }
}
