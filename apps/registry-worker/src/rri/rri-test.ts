import { Injectable } from '@nestjs/common'
import type { AccountTest } from '../operations/driver'
import type { RriAccount } from '../registries/registry'
import { loginObstacle } from '../sessions/model/login-obstacle'
import { Pace } from '../sessions/pace'
import { SessionPools } from '../sessions/session-pools'
import { allInUse } from '../sessions/test-sessions'
import { textOfErrors } from './protocol/answer'
import { checkDomain } from './protocol/requests'
import { RriConnection, RriLoginRefused } from './rri-connection'

type Obstacle = AccountTest['obstacles'][number]

/** Tests the settings of an account with one session outside the pools. The state of the account stays as it is. */
@Injectable()
export class RriTest {
  constructor(
    private readonly pools: SessionPools,
    private readonly pace: Pace,
  ) {}

  async run(account: RriAccount, extensions: readonly string[]): Promise<AccountTest> {
    const slot = await this.pools.takeSlot(account)
    if (!slot) return failed({ step: 'session', text: allInUse(account) })
    try {
      return await this.tryLogin(account, extensions)
    } finally {
      await slot.release().catch(() => undefined)
    }
  }

  private async tryLogin(account: RriAccount, extensions: readonly string[]): Promise<AccountTest> {
    const { user, connection: settings } = account
    let connection: RriConnection | undefined
    try {
      const credentials = { user, password: account.passwords().current }
      connection = await this.pace.within(account, 'session:login', () => RriConnection.open(settings, credentials))
      return { isLoggedIn: true, warnings: [], obstacles: await this.unserved(account, connection, extensions) }
    } catch (error) {
      return { ...failed(obstacleOf(error as Error, account)), isLoggedIn: connection !== undefined }
    } finally {
      await connection?.logout()
    }
  }

  /** The extensions of whose names the registry refuses a check: it registers .de. */
  private async unserved(
    account: RriAccount,
    connection: RriConnection,
    extensions: readonly string[],
  ): Promise<Obstacle[]> {
    const obstacles: Obstacle[] = []
    for (const extension of extensions) {
      const request = checkDomain(`denic.${extension}`)
      const answer = await this.pace.within(account, request.name, () => connection.transact(request))
      const refusal = answer.result === 'success' ? answer.head.first('status') : textOfErrors(answer)
      if (answer.result !== 'success' || refusal === 'invalid') {
        const text = `The registry does not know denic.${extension} (${refusal}): no orders of .${extension}.`
        obstacles.push({ step: 'extensions', text })
      }
    }
    return obstacles
  }
}

function failed(obstacle: Obstacle): AccountTest {
  return { isLoggedIn: false, warnings: [], obstacles: [obstacle] }
}

function obstacleOf(error: Error, { connection, user }: RriAccount): Obstacle {
  if (error instanceof RriLoginRefused)
    return {
      step: 'login',
      text: `The registry refuses our login (${textOfErrors(error.answer)}): the password or the user ${user} is wrong, or it locked the user.`,
    }
  return loginObstacle(error, { ...connection, clientId: user })
}
