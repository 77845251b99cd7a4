// Runs before the first paint: a dark page never flashes white, and what every page waits for is
// requested before its scripts are here. The build writes it into the page itself.
;(function begin(own) {
  function stored(key) {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage is refused in some private windows; the system's choices are used then.
      return null
    }
  }
  const root = document.documentElement
  const mode = stored('theme-mode')
  root.setAttribute('data-color-mode', mode === 'light' || mode === 'dark' ? mode : 'auto')
  const { texts, page } = own.dataset
  if (texts === undefined) return
  const isOurs = (name) => name === 'zh' || name === 'en'
  const tags = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])
  const language = [stored('language'), ...tags].find(isOurs) ?? 'zh'
  root.lang = language
  for (const part of ['frame', page]) {
    if (part === undefined) continue
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'fetch'
    link.crossOrigin = 'anonymous'
    link.href = `${texts}/${language}/${part}.json`
    document.head.append(link)
  }
  window.earlyAnswers = {}
  function ask(addresses, headers) {
    const calls = addresses.map(encodeURIComponent).join('+')
    const events = fetch(`/api/stream?calls=${calls}`, {
      cache: 'no-store',
      headers: { 'accept-language': language, ...headers },
    })
      .then((response) => response.text())
      .then((text) => text.split('\n').filter((line) => line.startsWith('data: ')))
      .then((lines) => lines.map((line) => JSON.parse(line.slice(6))))
    addresses.forEach((address, call) => {
      const answer = events.then((all) => {
        const { body, status } = all.find((event) => event.call === call)
        return Response.json(body, { status })
      })
      answer.catch(() => undefined)
      window.earlyAnswers[address] = answer
    })
  }
  ask(['/api/status', '/api/notice'])
  // The page requests what an organisation reads, because it knows for whom.
  if (location.search !== '' || stored('organisation') !== null) return
  try {
    const { id, role } = JSON.parse(stored('user'))
    const { root: owner, admin, user } = own.dataset
    const reads = role >= 100 ? (owner ?? admin) : role >= 10 ? admin : user
    if (reads === undefined) return
    const now = new Date()
    const from = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 2).getTime() / 1000
    ask(reads.replaceAll('{log_from}', from).split(' '), { 'new-api-user': String(id) })
  } catch {
    // Nobody is signed in here, or what is stored is none of ours.
  }
})(document.currentScript)
