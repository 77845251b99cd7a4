/** UTC, for names of files: 20261122T010203Z. */
export function fileStamp(nowMs: number): string {
  return new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '')
}
