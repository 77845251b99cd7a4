import { isAdmin } from '../../../server/domain/accounts/roles'
import { useEndpoint } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { Note } from '../../components/form/Note'
import { TextLink } from '../../components/text/TextLink'
import { Checklist } from './Checklist'

/** What comes first: for the operator of a fresh site a channel, for a new user a call. */
export function FirstStep() {
  const { text } = useText()
  const viewer = useViewer()
  const isStaff = isAdmin(viewer?.role ?? 0)
  const { answer, error } = useEndpoint(
    'channel.list',
    { query: { p: 0, page_size: 1 } },
    { skip: !isStaff },
  )
  if (viewer !== undefined && !isStaff) return <Checklist />
  if (answer === undefined && error === undefined) return <span data-unsized={true} />
  if (answer?.total !== 0) return null
  return (
    <div className="page-note">
      <Note tone="info">
        {text('home.first_step')} <TextLink to="/channel/setup">{text('setup.begin')}</TextLink>
      </Note>
    </div>
  )
}
