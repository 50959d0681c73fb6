import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Schedule } from '@nameyard/runtime/schedule'
import { Sweep } from '@nameyard/runtime/sweep'
import { nextStepDue } from './signing.store'
import { SigningSteps } from './signing-steps'

const EVERY_MS = 1_000

/** Takes the steps of signing that are due. Safe to run late or twice. */
@Injectable()
export class WhenSigningDue implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweeps = new Sweep(() => this.sweep(), new Logger('dnssec'))

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SigningSteps) private readonly steps: SigningSteps,
    @Inject(Schedule) private readonly schedule: Schedule,
  ) {}

  onApplicationBootstrap(): void {
    this.schedule.add({ nextDue: () => this.nextDue(), runDue: () => this.sweeps.run() })
    this.sweeps.start(EVERY_MS)
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeps.stop()
  }

  private async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read<{ dueAt: Date | null }>(nextStepDue)
    return row?.dueAt ?? undefined
  }

  /** One step often makes the next one due. */
  private async sweep(): Promise<void> {
    while (!this.sweeps.isStopped && (await this.steps.takeDue()));
  }
}
