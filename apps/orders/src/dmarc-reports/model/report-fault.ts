/** Why a message is not an aggregate report that can be read. The sender of the message is told. */
export class ReportFault extends Error {}
