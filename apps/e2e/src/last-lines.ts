/** The last lines of a log, kept in memory. */
export class LastLines {
  private readonly lines: string[] = []

  constructor(private readonly most = 50) {}

  write(line: string): void {
    this.lines.push(line)
    if (this.lines.length > this.most) this.lines.shift()
  }

  text(): string {
    return this.lines.join('')
  }
}
