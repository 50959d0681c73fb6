import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '@nameyard/admin/command-line'
import { temporaryFolder } from '../src/platform'
import type { InProcess } from './in-process'

const KINDS = ['create', 'renew', 'transfer', 'restore', 'soft_restore', 'trade']

const folder = temporaryFolder()

/** Sets what an installation believes that an extension costs at its registrar, in euros. */
export async function costs({ amqpUrl }: Pick<InProcess, 'amqpUrl'>, suffix: string, cost: string): Promise<void> {
  const rows = KINDS.map((kind) => `regular,${suffix},${kind},,,,EUR,${cost},500.00`)
  const head = 'kind,subject,operation,tier,starts_at,ends_at,product_currency,product_price,price'
  const path = join(folder, `${suffix}.csv`)
  writeFileSync(path, [head, ...rows].join('\n'))
  await runCommand(['prices', 'import', path, '--list', 'shipped-eur', '--yes'], { AMQP_URL: amqpUrl }, () => undefined)
}
