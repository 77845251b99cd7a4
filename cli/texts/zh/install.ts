/** Service files, health, updates. */
export const ZH_INSTALL = {
  'ask the running server whether it is healthy; for containers and service managers':
    '询问运行中的服务是否健康，供容器和服务管理器使用',
  'ask again until it is healthy, for so long at most': '反复询问，直到健康为止；最多等待的秒数',
  '--wait must be from 0 to {0}': '--wait 必须在 0 到 {0} 之间',
  'not healthy: database {0}': '不健康：数据库 {0}',
  healthy: '健康',
  'print the files that run the gateway as a service, in containers or behind a proxy':
    '输出以服务、容器或在反向代理之后运行网关所需的文件',
  'systemd, launchd, docker, compose, kubernetes, helm, nginx or caddy':
    'systemd、launchd、docker、compose、kubernetes、helm、nginx 或 caddy',
  'write the files into this folder': '将文件写入此目录',
  'where gw is (default: this program)': 'gw 的路径（默认为本程序）',
  'host name that clients call (default: of the option ServerAddress)':
    '客户端访问的主机名（默认取自选项 ServerAddress）',
  'container image (default gw:VERSION)': '容器镜像（默认 gw:VERSION）',
  'no files for {0}': '没有用于 {0} 的文件',
  '{0} is a secret and not in the files: pass it separately':
    '{0} 是机密，不会写入文件，请另行提供',
  'migrate a copy, and print what is done and how long it takes':
    '在副本上迁移，并显示所做的操作和所需时间',
  'program only': '只换程序',
  'needs the backup': '需要备份',
  'the backup before them takes {0} ms': '迁移前的备份需要 {0} 毫秒',
  'Migrating a copy': '正在迁移副本',
  Migrating: '正在迁移',
  Downloading: '正在下载',
  MIGRATION: '迁移',
  MIGRATIONS: '迁移数',
  ROLLBACK: '回退',
  STATEMENTS: '语句数',
  PREVIOUS: '旧程序',
  BACKUP: '备份',
  'replace this program by a newer release, and migrate the database after a backup':
    '用新版本替换本程序，备份后迁移数据库',
  'release address (default $GW_RELEASE_URL, or that of the option ReleaseAddress)':
    '版本发布地址（默认 $GW_RELEASE_URL，或选项 ReleaseAddress 的地址）',
  'this version, even if it is older': '指定版本，可以更旧',
  'public key of the releases (default $GW_RELEASE_KEY, or the one built in)':
    '验证发布文件的公钥（默认 $GW_RELEASE_KEY，或内置公钥）',
  'put the previous program back, and the backup where its schema needs it':
    '换回旧程序；旧程序的表结构需要时，一并恢复备份',
  'release address of gw update': 'gw update 的版本发布地址',
  'public key of the releases, instead of the one built in': '验证发布文件的公钥，代替内置公钥',
  'this gw runs from its sources: pull and build them instead':
    '此 gw 由源码运行，请拉取源码并重新构建',
  'Windows locks a program that runs: replace gw.exe by hand':
    'Windows 会锁定运行中的程序，请手动替换 gw.exe',
  'this is no public key of minisign': '这不是 minisign 公钥',
  'give --from, or set GW_RELEASE_URL or ReleaseAddress':
    '请指定 --from，或设置 GW_RELEASE_URL 或 ReleaseAddress',
  'this program has no key built in: give --key': '本程序没有内置公钥，请指定 --key',
  '{0} does not run here: {1}': '{0} 无法在此运行：{1}',
  'the program in {0} says {1}': '{0} 中的程序自称版本 {1}',
  'the new version: {0}': '新版本：{0}',
  'a package has installed {0}: {1}': '{0} 由软件包安装，请用：{1}',
  'cannot write {0}: {1}': '无法写入 {0}：{1}',
  'the release is signed with another key': '发布文件由另一把密钥签名',
  'the signature of the release is wrong': '发布文件的签名不正确',
  'restart the gateway: it migrates the database after a backup':
    '请重启网关：启动时会先备份再迁移数据库',
  'the previous program is kept as {0}': '旧程序保留为 {0}',
  'start the gateway again': '请重新启动网关',
  '"gw update rollback" takes this back': '“gw update rollback”可撤销此次更新',
  'the database could not be restored: see {0}': '数据库未能恢复，见 {0}',
  'the database was restored to what it was': '数据库已恢复原状',
  '{0} names no version': '{0} 没有给出版本号',
  '{0} holds the release "{1}"': '{0} 中的发布是“{1}”',
  '{0} has another checksum than was signed': '{0} 的校验和与签名所载不符',
  '{0} holds no program': '{0} 中没有程序',
  'the release has no {0}': '此发布没有 {0}',
  '{0} is the newest version': '{0} 已是最新版本',
  'Replace {0} ({1}) by {2}?': '将 {0}（{1}）替换为 {2}？',
  '{0} took {1} ms on a copy': '{0} 在副本上用时 {1} 毫秒',
  'there is no update to take back': '没有可撤销的更新',
  'lost: {0} {1} rows, {2} in the backup': '将丢失：{0} 现有 {1} 行，备份中 {2} 行',
  'lost: {0} calls, charged with {1}': '将丢失：{0} 次调用，共计费 {1}',
  'Put {0} back at {1}?': '将 {0} 换回 {1}？',
  'no backup from before the update is next to  {0}; see "gw db restore"':
    '{0} 旁没有更新前的备份，见“gw db restore”',
  '{0} is damaged; see "gw db check"': '{0} 已损坏，见“gw db check”',
} as const
