import { createHash } from 'node:crypto'
import { Controller } from '@nestjs/common'
import type { Call, Input, Result } from '@nameyard/contracts/operation'
import { receiveDmarcReport } from '@nameyard/contracts/orders/receive-dmarc-report'
import { Handles } from '@nameyard/messaging/handles'
import { Database, type Tx } from '@nameyard/persistence/database'
import { Clock } from '@nameyard/runtime/clock'
import type { ReportHead, ReportRow } from './model/aggregate-report'
import { ReportFault } from './model/report-fault'
import { readReport, refuseOther } from './read-report'
import { reportIn } from './report-document'
import { insertMail, insertReport, insertRows, orderOfAddress } from './report.store'

type Outcome = Result<typeof receiveDmarcReport>

/** Stores a mail with an aggregate report, its report and its rows, in one transaction. */
@Controller()
export class ReceiveReport {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  @Handles(receiveDmarcReport)
  async execute({ label, content }: Input<typeof receiveDmarcReport>, call: Call): Promise<Outcome> {
    const mail = Buffer.from(content, 'base64')
    try {
      const bytes = await reportIn(mail)
      return await this.database.unitOfWork(call, (tx) => this.store(tx, label, mail, bytes))
    } catch (error) {
      if (error instanceof ReportFault) return { outcome: 'refused', reason: error.message }
      throw error
    }
  }

  /** The report is read while it is stored: neither it nor its rows are ever in memory as a whole. */
  private async store(tx: Tx, label: string, mail: Buffer, bytes: AsyncIterable<Buffer>): Promise<Outcome> {
    const [order] = await tx.query(orderOfAddress, { label })
    if (!order) throw new ReportFault('No order receives reports at this address')
    const now = this.clock.now()
    const digest = createHash('sha256').update(mail).digest()
    const [isNew] = await tx.query(insertMail, { orderId: order.id, digest, now, content: mail })
    if (!isNew) return { outcome: 'repeated' }
    let [id, count]: [string | undefined, number] = [undefined, 0]
    for await (const { head, rows } of readReport(bytes)) {
      id ??= await this.begin(tx, order, head, now)
      if (id === undefined) return { outcome: 'repeated' }
      await tx.query(insertRows, { id, rows: JSON.stringify(rows.map(stored)), first: count + 1 })
      count += rows.length
    }
    return { outcome: 'stored' }
  }

  /** Returns the number of the new report; undefined when another mail has brought it. */
  private async begin(tx: Tx, order: { id: number; name: string }, head: ReportHead, now: Date) {
    refuseOther(head, order.name)
    const [kept] = await tx.query(insertReport, { ...head, orderId: order.id, now })
    return kept?.id
  }
}

function stored({ signatures, checks, reasons, ...row }: ReportRow) {
  return { ...row, details: { signatures, checks, reasons } }
}
