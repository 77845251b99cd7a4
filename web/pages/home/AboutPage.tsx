import { InfoIcon } from '@primer/octicons-react'
import { LinkButton } from '@primer/react'
import { Link } from 'wouter'
import { ROLE } from '../../../server/domain/accounts/roles'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { Blank } from '../../components/page/Blank'
import { WrittenText } from './WrittenText'

export default function AboutPage() {
  return <WrittenText of="status.about" title="nav.about" blank={<NothingWritten />} />
}

function NothingWritten() {
  const { text } = useText()
  const isRoot = (useViewer()?.role ?? 0) >= ROLE.root
  return (
    <Blank
      isPage
      icon={InfoIcon}
      title={text('home.about_empty')}
      message={text('home.about_empty_text')}
    >
      {isRoot ? (
        <LinkButton as={Link} href="/setting?tab=other">
          {text('home.about_write')}
        </LinkButton>
      ) : (
        <LinkButton as={Link} href="/pricing">
          {text('home.see_prices')}
        </LinkButton>
      )}
    </Blank>
  )
}
