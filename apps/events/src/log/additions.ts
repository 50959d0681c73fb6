import { Injectable } from '@nestjs/common'

/** Tells within this process that events were added to the logs of some accounts. */
@Injectable()
export class Additions {
  private readonly listeners: ((accounts: ReadonlySet<number>) => void)[] = []

  /** Calls a listener whenever this process has added events. */
  onAdded(listener: (accounts: ReadonlySet<number>) => void): void {
    this.listeners.push(listener)
  }

  announce(accounts: ReadonlySet<number>): void {
    for (const listener of this.listeners) listener(accounts)
  }
}
