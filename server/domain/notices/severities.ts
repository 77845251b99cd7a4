/** How much a notice matters, the most urgent first. */
export const SEVERITIES = ['critical', 'warning', 'info'] as const
export type Severity = (typeof SEVERITIES)[number]

export function isSeverity(text: string): text is Severity {
  return SEVERITIES.some((severity) => severity === text)
}

/** The most urgent of some; `info` of none. */
export function mostUrgent(severities: readonly Severity[]): Severity {
  return SEVERITIES.find((severity) => severities.includes(severity)) ?? 'info'
}
