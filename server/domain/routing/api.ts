/** At which of a vendor's APIs a channel is called, and why there. */

export const API_REASONS = [
  /** The client's own format, which passes as it comes. */
  'own_format',
  /** The vendor serves the model by this API alone. */
  'model_only',
  /** The vendor takes tools of this model by this API alone. */
  'tools_only',
  /** The channel overrides parameters, which are written for this API. */
  'override',
  /** The main one; the client's format is translated. */
  'translated',
] as const

export type ApiReason = (typeof API_REASONS)[number]

export interface RouteApi {
  /** As the vendor has it. */
  readonly path: string
  readonly reason: ApiReason
}
