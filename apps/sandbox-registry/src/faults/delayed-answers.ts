/** Answers that wait because of a fault or a penalty. */
export class DelayedAnswers {
  private readonly waiting = new Set<() => void>()

  /** Resolves after so many milliseconds, or when all delays are ended. */
  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        this.waiting.delete(end)
        resolve()
      }
      const timer = setTimeout(end, milliseconds)
      this.waiting.add(end)
    })
  }

  /** Lets all answers be sent that wait now. */
  endAll(): void {
    for (const end of this.waiting) end()
  }
}
