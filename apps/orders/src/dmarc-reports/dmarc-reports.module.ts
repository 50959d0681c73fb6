import { Module } from '@nestjs/common'
import { FindReportAddress } from './find-report-address'
import { ListReports } from './list-reports'
import { ReceiveReport } from './receive-report'

/** DMARC reports of mail receivers about the domains of orders. */
@Module({ controllers: [FindReportAddress, ListReports, ReceiveReport] })
export class DmarcReportsModule {}
