import type { TracedChannel } from '../relay/ports/call-trace'

const NAMES = new Map<string, string>()

/** As OpenTelemetry calls the vendor of a channel, or as it would. */
export function providerName({ type }: TracedChannel): string {
  if (type.telemetryName !== '') return type.telemetryName
  const known = NAMES.get(type.name)
  if (known !== undefined) return known
  const made = type.name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/_$/, '')
  NAMES.set(type.name, made)
  return made
}
