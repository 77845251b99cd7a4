/** The public facts of the site, which every page needs. */
import { createContext, useContext } from 'react'
import type { SiteStatus } from '../../server/domain/endpoints/status'

export const SiteContext = createContext<SiteStatus | undefined>(undefined)

export function useSite(): SiteStatus {
  const site = useContext(SiteContext)
  if (site === undefined) throw new Error('no site provider')
  return site
}
