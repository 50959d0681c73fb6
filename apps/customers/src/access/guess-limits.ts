import { Inject, Injectable } from '@nestjs/common'
import { fail } from '@nameyard/contracts/errors'
import { Database } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import { CUSTOMERS_CONFIG, type CustomersConfig } from '../config'
import { findBlock, recordLoginFailure } from './login-failure.store'

/** The time for which a failure counts. */
const WINDOW_MS = 3_600_000

/** The wait after the first failure that is not free. It doubles with each further failure. */
const FIRST_WAIT_MS = 1000

/** After so many doublings every wait is the longest one. */
const DOUBLINGS = 24

/** A wait that a failure has caused. */
export interface Block {
  readonly counter: 'name and network' | 'name' | 'network'
  readonly until: Date
}

/** What a subject counts, without its name and network. */
function counterOf(subject: string): Block['counter'] {
  if (subject.startsWith('pair ')) return 'name and network'
  return subject.startsWith('name ') ? 'name' : 'network'
}

/**
 * Limits how often secrets can be guessed. The counts are in the database, so all processes share them and a restart does
 * not reset them. A wait is a refusal at once; no request is held.
 */
@Injectable()
export class GuessLimits {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(CUSTOMERS_CONFIG) private readonly config: CustomersConfig,
  ) {}

  /** Refuses while one of the subjects must wait. */
  async assertOpen(subjects: readonly string[]): Promise<void> {
    const [block] = await this.database.read(findBlock, { subjects, now: this.clock.machineNow() })
    this.refuseUntil(block!.blockedUntil)
  }

  /** Refuses until an instant; accepts when there is none. */
  refuseUntil(blockedUntil: Date | null): void {
    if (blockedUntil === null) return
    const seconds = Math.ceil((blockedUntil.getTime() - this.clock.machineMs()) / 1000)
    fail('rate_limited', { retryAfter: Math.max(1, seconds) })
  }

  /** Counts a failure and returns the waits that it has caused. Refuses when a subject became blocked meanwhile: then nothing is revealed about the guess. */
  async count(subjects: readonly string[]): Promise<readonly Block[]> {
    const { LOGIN_FAILURES: failures, LOGIN_FREE_FAILURES: free, LOGIN_BLOCK_MINUTES } = this.config
    const counted = await this.database.read(recordLoginFailure, {
      subjects,
      now: this.clock.machineNow(),
      windowMs: WINDOW_MS,
      failures,
      free,
      firstWaitMs: FIRST_WAIT_MS,
      longestWaitMs: LOGIN_BLOCK_MINUTES * 60_000,
      kept: Math.max(failures, free + DOUBLINGS),
    })
    if (counted.length === subjects.length) {
      return counted.flatMap(({ subject, blockedUntil }) =>
        blockedUntil === null ? [] : [{ counter: counterOf(subject), until: blockedUntil }],
      )
    }
    await this.assertOpen(subjects)
    fail('rate_limited', { retryAfter: 1 })
  }
}
