import { isAdmin } from '../../../server/domain/accounts/roles'
import { useViewer } from '../../app/session'
import { AdminOverview } from './AdminOverview'
import { OwnOverview } from './OwnOverview'
import './overview.css'

/** The first page of the console: of the site to those who run it, else of the own account. */
export default function OverviewPage() {
  return isAdmin(useViewer()?.role ?? 0) ? <AdminOverview /> : <OwnOverview />
}
