import type { DataOf } from '../../../server/domain/api-calls/contract'

export type RoleJson = DataOf<'role.list'>[number]

/** What is open above the list. */
export type RoleDialogState =
  | { readonly kind: 'edit'; readonly role: RoleJson | undefined }
  | { readonly kind: 'assign'; readonly role: RoleJson }
