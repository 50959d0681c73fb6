import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { Schedule } from '@nameyard/runtime/schedule'
import { Sweep } from '@nameyard/runtime/sweep'
import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { DUE_ORDERS, dueDmarcOrders, nextDmarcDue } from './dmarc-order.store'
import { DmarcWork } from './dmarc-work'

const EVERY_MS = 1_000
/** Orders at once; each waits mostly for others. */
const AT_ONCE = 4

/** Takes up the orders that something is due about: proofs, renewals, what is to be taken away. Safe to run late or twice. */
@Injectable()
export class WhenDmarcOrderDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger('dmarc')
  private readonly sweeps = new Sweep(() => this.sweep(), this.log)

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly schedule: Schedule,
    private readonly work: DmarcWork,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: () => this.sweeps.run() })
    this.sweeps.start(EVERY_MS)
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop()
  }

  /** Looks now: something has just become due. */
  wake(): void {
    if (!this.sweeps.isStopped) void this.sweeps.run()
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextDmarcDue)
    return row?.dueAt ?? undefined
  }

  /** Attends to every order that is due, once: one that got nowhere is due later. */
  async sweep(): Promise<void> {
    for (;;) {
      const values = [this.clock.now(), this.clock.machineNow()]
      const due = await this.database.read<{ id: number }>(dueDmarcOrders, values)
      const next = due.values()
      const workers = Array.from({ length: Math.min(AT_ONCE, due.length) }, async () => {
        for (const { id } of next) await this.attend(id)
      })
      await Promise.all(workers)
      if (due.length < DUE_ORDERS || this.sweeps.isStopped) return
    }
  }

  /** One that fails is taken up again when its claim is over, and holds up no other. */
  private async attend(id: number): Promise<void> {
    if (this.sweeps.isStopped) return
    await this.work.attend(id).catch((error: Error) => this.log.warn(`DMARC order ${id}: ${error.message}`))
  }
}
