import type { ListedUserJson, UserJson } from '../../domain/endpoints/user'
import type { ListedUser } from '../../services/users/list'
import type { UserView } from '../../services/users/view'

/** A user in the wire's shape, which has fields that are always empty. */
export function userJson(user: ListedUser): ListedUserJson
export function userJson(user: UserView): UserJson
export function userJson(user: UserView): UserJson {
  const { created_at: _created, updated_at: _updated, deleted_at, ...shown } = user
  return {
    ...shown,
    password: '',
    verification_code: '',
    access_token: null,
    DeletedAt: deleted_at === null ? null : new Date(deleted_at).toISOString(),
  }
}
