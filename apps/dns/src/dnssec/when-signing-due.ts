import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { Schedule } from '@nameyard/runtime/schedule'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { SigningSteps } from './signing-steps'
import { nextStepDue } from './signing.store'

/** Runs due signing steps. */
@Injectable()
export class WhenSigningDue extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly steps: SigningSteps,
    schedule: Schedule,
  ) {
    super({ name: 'dnssec', everyMs: 1_000, schedule })
  }

  protected override async nextDue(): Promise<Date | undefined> {
    const [row] = await this.database.read(nextStepDue)
    return row?.dueAt ?? undefined
  }

  /** Loops, because the result of a step often makes the next step due. */
  protected async sweep(): Promise<void> {
    while (!this.isStopped && (await this.steps.takeDue()));
  }
}
