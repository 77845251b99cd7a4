import type { IncidentJson } from '../../../server/domain/endpoints/incident'

/** What is open above the list. */
export type IncidentDialogState =
  | { readonly kind: 'edit'; readonly incident: IncidentJson | undefined }
  | { readonly kind: 'post'; readonly incident: IncidentJson }
