import { useLocation, useSearchParams } from 'wouter'
import type { UserJson } from '../../../server/domain/endpoints/user'
import { forgetAnswers } from '../../api/use-endpoint'
import { rememberViewer } from '../../app/session'
import { rememberInvitation } from './invitation'

/** For the pages by which people come in: stores who invited them, and signs them in. */
export function useEntrance(): (user: UserJson, to: string) => Promise<void> {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  rememberInvitation(search.get('aff'))
  return async (user, to) => {
    rememberViewer(user)
    await forgetAnswers()
    navigate(to)
  }
}
