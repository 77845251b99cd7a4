/** For who looks into a failure with the browser's own tools; it is no fault of the page. */
export function logFailure(message: string, error: unknown): void {
  console.info(message, error)
}
