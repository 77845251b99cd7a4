/** Handlers of what is done with one job, for drawings and for everything else. */
import { isAdmin } from '../../domain/accounts/roles'
import type { Services } from '../../services/create-services'
import type { Actor } from '../../services/service-deps'

interface JobCall {
  readonly params: { readonly id: string }
  readonly services: Services
  readonly actor: Actor
  readonly viewer: { readonly user: { readonly id: number; readonly role: number } }
}

/** Admins may act on anybody's. */
function ownerOf({ viewer: { user } }: JobCall): number | undefined {
  return isAdmin(user.role) ? undefined : user.id
}

export function jobHandlers(kind: 'drawing' | 'task') {
  return {
    cancel: async (call: JobCall) =>
      await call.services.jobs.cancel(call.actor, {
        id: call.params.id,
        kind,
        userId: ownerOf(call),
      }),
    retry: async (call: JobCall) =>
      await call.services.jobs.retry(call.actor, {
        id: call.params.id,
        kind,
        userId: ownerOf(call),
      }),
    refund: async ({ services, actor, params }: JobCall) =>
      await services.jobs.refund(actor, { id: params.id, kind }),
  }
}
