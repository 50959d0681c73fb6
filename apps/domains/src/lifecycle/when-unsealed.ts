import { Injectable } from '@nestjs/common'
import { Database } from '@nameyard/persistence/database'
import { raw, sql, statement } from '@nameyard/persistence/statement'
import { AuthCodeCipher } from '@nameyard/runtime/auth-code-cipher'
import { SweepTask } from '@nameyard/runtime/sweep-task'
import { sealedData } from './auth-code'
import type { Domain } from './model/domain'

const EVERY_MS = 60_000

const BATCH = 200

type Coded = Pick<
  Domain,
  'additionalData' | 'authCode' | 'id' | 'internalAuthCode' | 'name' | 'transferCode' | 'version'
>

/** The condition is that of the index `domain_unsealed`, so a search without result reads nothing. */
const unsealed = statement<void, Coded>(
  'domains.unsealed',
  () => sql`
    select id, name, version, auth_code as "authCode", transfer_code as "transferCode",
      internal_auth_code as "internalAuthCode", additional_data as "additionalData"
    from domain
    where (auth_code <> '' and auth_code not like 'sealed.%')
      or (transfer_code <> '' and transfer_code not like 'sealed.%')
      or (internal_auth_code <> '' and internal_auth_code not like 'sealed.%')
      or (additional_data ->> 'auth_code' <> '' and additional_data ->> 'auth_code' not like 'sealed.%')
      or (additional_data ->> 'allocation_token' <> '' and additional_data ->> 'allocation_token' not like 'sealed.%')
    order by id limit ${raw(String(BATCH))}`,
)

interface Sealed extends Omit<Coded, 'additionalData' | 'name'> {
  readonly before: string
  readonly additionalData: string
}

/** Seals the codes of a domain, unless another transaction has changed its version meanwhile. */
const seal = statement<Sealed>(
  'domains.seal',
  (given) => sql`
    update domain set auth_code = ${given.authCode}, transfer_code = ${given.transferCode},
      internal_auth_code = ${given.internalAuthCode}, additional_data = ${given.additionalData}
    where id = ${given.id} and auth_code || transfer_code || internal_auth_code = ${given.before}
      and version = ${given.version}`,
)

/** Seals the auth codes that an earlier version has stored in the clear, at the start and while such a version still runs. */
@Injectable()
export class WhenUnsealed extends SweepTask {
  constructor(
    private readonly database: Database,
    private readonly codes: AuthCodeCipher,
  ) {
    super({ name: 'auth codes', everyMs: EVERY_MS })
  }

  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap()
    void this.run()
  }

  protected override async sweep(): Promise<void> {
    while (!this.isStopped) {
      const rows = await this.database.read(unsealed)
      for (const row of rows) await this.seal(row)
      if (rows.length < BATCH) return
    }
  }

  private async seal({
    id,
    name,
    version,
    authCode,
    transferCode,
    internalAuthCode,
    additionalData,
  }: Coded): Promise<void> {
    await this.database.read(seal, {
      id,
      version,
      before: authCode + transferCode + internalAuthCode,
      authCode: this.codes.seal(name, authCode),
      transferCode: this.codes.seal(name, transferCode),
      internalAuthCode: this.codes.seal(name, internalAuthCode),
      additionalData: JSON.stringify(sealedData(this.codes, name, additionalData)),
    })
  }
}
