import type { Feature, HomeType } from '@maru/listing';
import type { Facing, Sort } from '@maru/listing/search';
import type { Bound, Lexeme, Topic, Unit } from './lexeme.ts';
import { PhraseTrie } from './phrase-trie.ts';

/**
 * Phrases of both languages for everything that a search supports, separated by "|". A blank between English words
 * also matches a hyphen; a blank beside Hangul is optional, since Korean spacing varies.
 */
const FEATURES: Record<Feature, string> = {
  pool: 'pool|pools|private pool|swimming pool|own pool|수영장|개인 수영장|전용 수영장|단독 수영장|풀장|수영 시설|풀 있는|풀 딸린|스위밍풀|스위밍 풀',
  communitypool:
    'community pool|shared pool|association pool|공동 수영장|단지 수영장|단지 내 수영장|커뮤니티 수영장|커뮤니티 풀|공용 수영장',
  ac: 'ac|a/c|air con|aircon|air conditioning|air conditioned|air conditioner|central air|central ac|central a/c|에어컨|에어콘|냉방|중앙 냉방|센트럴 에어|냉방 시설|센트럴 에어컨',
  heating: 'heating|heater|heat|central heating|central heat|난방|히터|히팅|중앙 난방|난방 시설',
  garage: 'garage|garages|attached garage|detached garage|차고|거라지|가라지|개러지',
  laundry:
    'laundry|in unit laundry|laundry in unit|in unit washer and dryer|in unit washer dryer|washer dryer in unit|washer and dryer in unit|in unit w/d|w/d in unit|washer and dryer|washer dryer|washer/dryer|washer & dryer|w/d|washer|dryer|laundry room|in home laundry|laundry inside|inside laundry|세탁기|세탁실|세탁 시설|건조기|세탁기 건조기|세탁기와 건조기|세탁기랑 건조기|세탁 건조기|집 안 세탁기|실내 세탁기|유닛 내 세탁기|세탁기 집 안|런드리|인유닛 런드리|인유닛 세탁기|집 안에 세탁기|집안에 세탁기',
  elevator: 'elevator|elevators|lift|엘리베이터|엘레베이터|승강기|엘베',
  adu: 'adu|adus|granny flat|guest house|guesthouse|casita|in law suite|in law unit|mother in law suite|mother in law unit|accessory dwelling unit|back house|별채|게스트하우스|게스트 하우스|뒷채|뒤채|에이디유',
  view: '보이는|보이고|가 보이는|view|views|a view|nice view|good view|great view|전망|조망|뷰|경치|전망 좋은|뷰 좋은|조망 좋은|경치 좋은|뷰가 좋은|전망이 좋은|전망 좋고|전망이 좋고|뷰 좋고|뷰가 좋고|좋은 전망|좋은 뷰',
  waterfront:
    'waterfront|lakefront|oceanfront|ocean front|beach front|lake front|river front|beachfront|riverfront|on the water|water front|워터프론트|물가|호숫가|바닷가|강가|강변|해변가|오션프론트|비치프론트|레이크프론트',
  pets: 'pets|pet|pet friendly|pets ok|pets okay|pet ok|pets allowed|pet allowed|pets welcome|allows pets|allow pets|accepts pets|dog|dogs|dog friendly|dogs ok|dogs allowed|dog ok|cat|cats|cat friendly|cats ok|cats allowed|i have a dog|i have a cat|i have pets|i have dogs|have a dog|have a cat|반려견|반려묘|반려동물|애완동물|애완견|강아지|고양이|개 가능|개 키울 수|개 키우기|펫|펫 프렌들리|멍멍이|댕댕이|애완',
  accessible:
    'accessible|wheelchair accessible|wheelchair access|handicap accessible|handicapped accessible|ada accessible|wheelchair|wheelchair friendly|accessibility features|휠체어|휠체어 접근|휠체어 출입|배리어프리|배리어 프리|무장애|무장애 설계|장애인 편의 시설',
  fireplace: 'fireplace|fireplaces|벽난로|파이어플레이스',
};

const TYPES: Record<Exclude<HomeType, 'other'>, string> = {
  house:
    'house|houses|single house|single houses|single home|single homes|single family|single family home|single family homes|single family house|single family houses|single family residence|주택|주택을|주택이|주택으로|detached home|detached homes|detached house|detached|sfr|sfh|하우스|단독주택|단독 주택|단독|싱글 하우스|싱글하우스|싱글홈|싱글 홈|싱글패밀리|싱글 패밀리|싱글패밀리홈|싱글 패밀리 홈|일반 주택',
  condo: 'condo|condos|condominium|condominiums|콘도|콘도미니엄',
  coop: 'co op|co ops|coop|coops|cooperative|cooperatives|stock cooperative|housing cooperative|코업|코압|코옵|조합 주택|조합주택|협동조합 주택|협동조합주택',
  townhouse:
    'townhouse|townhouses|townhome|townhomes|town house|town home|town houses|town homes|타운하우스|타운 하우스|타운홈|타운 홈|연립|연립주택',
  multi:
    'multi family|multifamily|multi family home|multi family homes|multi family property|duplex|duplexes|triplex|triplexes|fourplex|quadplex|다가구|다가구 주택|다세대|다세대 주택|멀티패밀리|멀티 패밀리|듀플렉스|트리플렉스|포플렉스',
  manufactured:
    'manufactured|manufactured home|manufactured homes|mobile home|mobile homes|mobilehome|trailer home|이동식 주택|조립식 주택|조립식|모빌홈|모빌 홈|모바일홈|모바일 홈|이동 주택',
  land: 'land|vacant land|empty lot|vacant lot|raw land|land only|토지|땅|나대지|빈 땅|공터|택지',
  farm: 'farm|farms|farm property|농장|목장',
  apartment: 'apartment|apartments|apt|apts|아파트|임대 아파트|임대아파트',
};

/** Asked of the listing's own text, because no field says it. */
const KEYWORDS: Record<string, string> = {
  fixer:
    'fixer upper|fixer|fixer uppers|fixers|needs work|needs tlc|픽서|픽서어퍼|픽서 어퍼|수리 필요한|수리가 필요한|수리할',
  basement: 'basement|지하실|베이스먼트',
  'finished basement': 'finished basement|마감된 지하실|피니시드 베이스먼트',
  gated: 'gated|gated community|게이티드|게이트 단지|게이트 커뮤니티|게이티드 커뮤니티',
  doorman: 'doorman|도어맨',
  solar: 'solar|solar panel|solar panels|태양광|태양광 패널|솔라|솔라 패널|솔라패널|쏠라',
  yard: 'yard|마당|뜰|앞마당',
  backyard: 'backyard|back yard|뒷마당|뒤뜰|백야드',
  'fenced yard': 'fenced yard|fenced in yard|울타리 있는 마당|펜스 있는 마당',
  fenced: 'fenced|fence|울타리|펜스',
  'top floor': 'top floor|탑층|탑 층|꼭대기층|꼭대기 층|최상층|맨 위층|맨위층',
  'RV parking': 'rv parking|rv access|rv 주차|알브이 주차|캠핑카 주차',
  'corner lot': 'corner lot|코너 랏|코너랏|코너 집',
  'cul-de-sac': 'cul de sac|컬드색|쿨데삭|쿨드삭|막다른 길|막다른 골목',
  remodeled: 'remodeled|리모델링|리모델링된|리모델링한|리모델|리모델된|올수리|올수리된|수리된',
  balcony: 'balcony|발코니|베란다',
  hardwood: 'hardwood|hardwood floors|hardwood floor|원목 마루|마루 바닥|나무 바닥|원목 바닥|하드우드',
};

const FACINGS: Record<Facing, string> = {
  n: 'north|북향|정북향',
  ne: 'northeast|north east|북동향|동북향',
  e: 'east|동향|정동향',
  se: 'southeast|south east|남동향|동남향',
  s: 'south|남향|정남향',
  sw: 'southwest|south west|남서향|서남향',
  w: 'west|서향|정서향',
  nw: 'northwest|north west|북서향|서북향',
};

const SORTS: Partial<Record<Sort, string>> = {
  new: 'just listed|newly listed|방금 나온|갓 나온|새 매물|신규 매물|새로 나온|새로 올라온|newest|newest first|newest listings|newest listing|latest|latest listings|most recent|recent first|sort by newest|sorted by newest|new listings|newest on top|최신순|최신 순|최신 매물순|최신 매물 순|새 매물순|새 매물부터|최근 등록순|최근 매물순|신규순|최신 매물|최신 매물부터|새로 나온 순|최신순으로',
  price:
    'cheapest|cheapest first|lowest price|lowest price first|lowest priced|lowest first|price low to high|low to high|sort by price|sorted by price|by price|least expensive|least expensive first|싼 순|싼순|싼 순서|저렴한 순|저렴한순|가격 낮은 순|가격이 낮은 순|낮은 가격순|낮은 가격 순|가격순|가격 순|가격 낮은순|낮은 가격부터|싼 것부터|싼 거부터|싼 집부터|저렴한 것부터|저렴한 집부터|제일 싼|가장 싼|제일 저렴한|가장 저렴한|최저가|최저가순|최저가 순|가격 오름차순|싼 가격순|싼 가격 순|싼 매물부터',
  '-price':
    'most expensive|most expensive first|highest price|highest price first|highest priced|price high to low|high to low|priciest|비싼 순|비싼순|가격 높은 순|가격이 높은 순|가격 높은순|높은 가격순|높은 가격 순|비싼 것부터|비싼 집부터|제일 비싼|가장 비싼|고가순|가격 내림차순',
  monthly:
    'by monthly cost|lowest monthly cost|lowest monthly payment|sort by monthly cost|monthly cost low to high|월 비용순|월 비용 순|월 비용 낮은 순|월 부담 낮은 순|월 페이먼트 낮은 순|월 납입금 낮은 순|월 비용 적은 순',
  ppsf: 'price per square foot|price per sqft|lowest price per square foot|lowest price per sqft|cheapest per square foot|cheapest per sqft|by price per sqft|price per sq ft|평당 가격순|평당가순|평당가 순|평당 가격 낮은 순|평당가 낮은 순|평당가 낮은순|단가순|단가 낮은 순|평당 싼 순|평당 저렴한 순|면적당 가격순|스퀘어피트당 가격순',
  '-sqft':
    'biggest|biggest first|largest|largest first|largest homes|biggest homes|biggest homes first|largest homes first|sort by size|by size|넓은 순|넓은순|큰 순|큰순|면적순|면적 순|면적 큰 순|넓은 것부터|넓은 집부터|큰 집부터|제일 큰|가장 큰|제일 넓은|가장 넓은|평수 큰 순|크기순|집 큰 순',
  '-lot':
    'largest lot|largest lot first|biggest lot|biggest lot first|largest lots first|biggest lots first|by lot size|sort by lot size|대지 큰 순|대지 넓은 순|땅 넓은 순|땅 큰 순|대지 면적순|대지순|마당 넓은 순|대지 면적 큰 순|대지 면적 넓은 순',
  '-year':
    'newest built|newest built first|newest construction first|most recently built|newest homes|newest homes first|newest house|newest houses|by year built|sort by year built|최근 지은 순|최근에 지은 순|신축순|신축 순|새 집 순|건축 연도순|건축연도순|최근 건축순|준공순|최근 준공순|연식순|새집순|건축년도순|최근 건축 순',
  cut: 'biggest price cut|biggest price cut first|biggest price cuts|biggest price drop|biggest price drops|biggest price drop first|largest price cut|largest price drop|largest price cut first|biggest price reduction|biggest price reductions first|biggest reduction first|biggest price cuts first|많이 내린 순|가격 많이 내린 순|가격 인하순|가격 인하 순|할인 큰 순|가격 인하폭순|인하폭 큰 순|많이 깎인 순|가격 인하 큰 순|인하율순',
  commute:
    'shortest commute|shortest commute first|by commute|sort by commute|commute time low to high|통근 시간순|통근시간순|출퇴근 시간순|통근 짧은 순|출퇴근 짧은 순|통근 시간 짧은 순|출퇴근 가까운 순|통근순',
};

/** Phrases for a monthly budget rather than a rent. */
const PAYING =
  'all in|all included|i pay|pay|paying|can pay|i can pay|afford|can afford|i can afford|낼 수 있는|낼|내는|납부|납부할|부담할 수 있는|감당할 수 있는|낼 수|내고|내면|부담 가능한';

/** Switches; clauses.ts implements each. */
const FLAGS: Record<string, string> = {
  sale: 'for sale|to buy|buy|buying|purchase|on sale|homes for sale|home for sale|매매|매입|구입|구매|분양|사고 싶어|사고 싶은|사고 싶어요|살 집|사려고|사려는|매수|매매로|팔려고 내놓은|파는',
  rent: 'for rent|to rent|rental|rentals|renting|for lease|to lease|leasing|lease|렌트|렌탈|임대|월세|월셋집|월세집|방세|세 놓는|세놓는|셋집|sublet|sublease|렌트집|렌트로|월세로|렌트할|빌릴',
  shortterm:
    'short term|short term rental|short term rentals|short term lease|short term rent|단기|단기임대|단기 임대|단기렌트|단기 렌트|단기 거주|단기로',
  jeonse: 'jeonse|전세|전셋집',
  new: 'new construction|new constructions|newly built|newly constructed|brand new|new build|new builds|new home|new homes|new house|new houses|new built|just built|신축|새집|새 집|새로 지은|신축 주택|신축 건물|신규 건축|갓 지은',
  furnished:
    '풀옵션|풀 옵션|furnished|fully furnished|풀퍼니시드|풀 퍼니시드|furniture included|with furniture|가구 포함|가구포함|가구 완비|가구 딸린|가구 있는|가구가 있는|퍼니시드|가구 갖춘|가구 비치|가구 제공',
  senior:
    '55+|55 +|55 plus|55 and over|55 and older|55 & over|over 55|55 or older|55 or over|55+ community|55+ communities|55 and over community|55 plus community|senior community|senior communities|senior housing|senior living|active adult|active adult community|retirement community|retirement communities|age restricted|age restricted community|62+|55세 이상|55 세 이상|만 55세 이상|55세 이상 단지|55세 이상 커뮤니티|55+ 커뮤니티|55+ 단지|시니어 단지|시니어 커뮤니티|시니어 아파트|시니어 하우징|시니어 타운|실버타운|실버 타운|은퇴자 단지|은퇴 단지|은퇴자 커뮤니티|시니어 전용',
  pending:
    'pending|pending homes|pending sales|under contract|in escrow|계약 진행|계약 진행 중|계약 진행 중인|계약 중|계약 중인|펜딩|에스크로 중|에스크로 진행 중',
  coming:
    'coming soon|upcoming|곧 나올|곧 나오는|출시 예정|공개 예정|커밍순|커밍 순|판매 예정|매물 예정|곧 시장에 나올|등록 예정',
  sold: 'sold|recently sold|sold homes|closed sales|팔린|판매된|판매 완료|매도 완료|매매 완료|거래 완료|거래된|최근 팔린|최근 거래된|실거래|팔린 집|매각된',
  active: 'active|active only|active listings|available homes|판매 중|판매 중인|판매중|액티브',
  open: 'open house|open houses|having an open house|with an open house|오픈하우스|오픈 하우스|오픈하우스 하는|공개 관람',
  weekend:
    'open house this weekend|open houses this weekend|weekend open house|weekend open houses|open this weekend|이번 주말 오픈하우스|이번주말 오픈하우스|주말 오픈하우스|주말에 오픈하우스|오픈하우스 이번 주말|이번 주말에 오픈하우스|이번 주말 오픈 하우스|주말 오픈 하우스',
  thisweekend:
    'this weekend|on the weekend|weekend|this sat or sun|이번 주말|이번주말|이번 주말에|주말|주말에',
  cut: 'price cut|price cuts|price drop|price drops|price dropped|price reduced|price reduction|price reductions|reduced price|reduced|price has dropped|recently reduced|price lowered|lowered price|marked down|price came down|dropped in price|price has come down|came down in price|come down in price|reduced in price|gone down in price|price went down|went down in price|lowered in price|discounted|가격 인하|가격인하|가격 내린|가격 내려간|가격이 내린|가격을 내린|가격 떨어진|가격이 떨어진|값 내린|값이 내린|인하된|인하|할인된|할인|가격 할인|가격 인하된|가격이 인하된|깎인|가격 깎인|가격 하락|가격을 인하한|가격 낮춘|가격을 낮춘|값을 내린|가격 다운|가격이 내려간|내린|내려간|떨어진|낮춘',
  single:
    'single story|single stories|single level|single floor|one story|one storey|single storey|one level|1 level|ranch style|단층|단층집|단층 집|단층 주택',
  studio: 'studio|studios|원룸|스튜디오|원베드 없는 스튜디오|studio apartment|studio apartments',
  tworoom: '투룸|투 룸|투베드|투 베드|투베드룸',
  threeroom: '쓰리룸|쓰리 룸|쓰리베드|쓰리 베드|쓰리베드룸',
  oneroom: '원베드|원 베드|원베드룸|원 베드룸',
  monthtomonth: 'month to month|monthly lease|월 단위|월단위 계약|월 단위 계약|한 달 단위|달 단위|먼스투먼스',
  unk: 'include not stated|include unknown|including unknown|including not stated|include unstated|also not stated|미기재 포함|미기재도 포함|정보 없는 것도 포함|정보 없는 집도 포함|모르는 것도 포함|표시 없는 것도 포함|정보 없음 포함|미상 포함',
};

const TOPICS: Record<Exclude<Topic, 'keyword'>, { pre?: string; post?: string }> = {
  price: {
    pre: 'price|prices|priced|price range|budget|listed|asking|asking price|list price|price tag|cost|costs|costing|가격|값|매매가|매매 가격|예산|금액|호가|집값|집 값|버짓|리스팅 가격|가격대|매가|분양가',
  },
  rent: {
    pre: 'rent|monthly rent|rent price|월세|렌트비|렌트|임대료|월 임대료|월렌트|월 렌트|방세|월 렌트비|월세금',
  },
  monthly: {
    pre: 'monthly payment|monthly payments|monthly cost|monthly costs|monthly total|total monthly|total monthly cost|mortgage payment|payment|payments|true monthly cost|all in monthly|house payment|월 페이먼트|월페이먼트|페이먼트|월 납입금|월 납부금|월 비용|월비용|월 부담|월 부담금|월 지출|모기지 페이먼트|월 상환액|월 총비용|매달 비용|매월 비용|월 상환금|총 월 비용|월 모기지',
  },
  beds: {
    pre: '방|침실|방이|방은|룸|룸 수|방 수|방 개수|침실 수|방갯수|방 갯수',
    post: 'bed|beds|bedroom|bedrooms|br|brs|bd|bds|bdr|bdrm|bdrms|b/r|베드|베드룸|배드|배드룸|배드 룸|베드 룸|침실|room|rooms|bedder|룸',
  },
  baths: {
    pre: '화장실|욕실|욕실이|화장실이|화장실 수|욕실 수|화|욕',
    post: 'bath|baths|bathroom|bathrooms|ba|bas|bth|bths|배스|배쓰|바스|바쓰|베쓰|베스|배스룸|화장실|욕실|restroom|restrooms',
  },
  sqft: {
    pre: 'size|living area|living space|interior|floor area|square footage|sqft|sq ft|square feet|면적|크기|실내 면적|실내|평수|집 크기|전용 면적|전용|실평수|건평|사이즈|넓이|집 면적|건물 면적',
  },
  area: { pre: '__area__' },
  lot: {
    pre: 'lot|lot size|lots|land size|land area|yard|lot area|대지|대지 면적|땅 크기|랏|랏 사이즈|랏사이즈|대지면적|땅 넓이|부지|부지 면적|토지 면적|랏 크기|대지 크기|마당',
    post: 'lot|lots|of land|lot size|대지|랏|부지|yard|땅|land',
  },
  year: {
    pre: 'built|year built|constructed|built in|construction year|건축 연도|건축년도|준공|준공 연도|건축|연식|지은|지어진|준공년도|건축연도|완공',
  },
  age: {
    pre: 'age|지은 지|지은지|집 나이|연식이|준공한 지|준공 후|건축한 지|건축된 지|지어진 지|완공된 지|age of home',
    post: 'year old|years old|yr old|yrs old|year old house|년 된|년된|년 안 된|년 이내 신축|년 이내 건축|년차|years of age',
  },
  hoa: {
    pre: 'hoa|hoa fee|hoa fees|hoa dues|hoa due|association fee|association fees|association dues|monthly hoa|관리비|에이치오에이|협회비|hoa 비|hoa 관리비|hoa비|관리비용|호아|월 관리비|관리비가|월 hoa|hoa 비용',
    post: 'hoa|hoa fee|hoa fees|hoa dues|관리비|association fee|monthly hoa',
  },
  mello: {
    pre: 'mello roos|melloroos|mello|mello roos tax|special assessment|special assessments|special tax|cfd|멜로루스|멜로 루스|멜로|멜로루즈|특별세|멜로루스 특별세|멜로루스세|cfd 세금',
    post: 'mello roos|mello|melloroos|멜로루스',
  },
  dom: {
    pre: 'in the last|in the past|within the last|within the past|over the past|over the last|during the last|the last|the past|last|past|in last|in past|지난|new listings|new listing|just listed|newly listed|새 매물|신규 매물|새로 나온|새로 올라온|방금 나온|갓 나온|on the market for|on market for|on the market|on market|days on market|days listed|listed for|listed within|listed in the last|listed in the past|listed|added|added in the last|posted|posted in the last|posted within|new in the last|added within|days on the market|dom|listed less than|시장에 나온 지|나온 지|나온지|등록된 지|등록한 지|등록된지|등록|매물 등록|올라온 지|올라온지|리스팅된 지|시장 노출|시장에 나온지|시장에 나온|최근|노출 기간|매물로 나온 지|올라온|나온',
    post: 'on market|on the market|days on market|on zillow',
  },
  stories: {
    pre: 'stories|floors|levels|층수|층 수|총 층수',
    post: 'story|stories|storey|storeys|level|levels|floors|floor|층집|층 집|층짜리|층 주택|층 건물|층으로 된|층',
  },
  parking: {
    pre: 'parking|parking spaces|parking space|parking spots|parking spot|parking stalls|covered parking|주차|주차장|파킹|주차 공간|주차 자리|주차 가능|주차공간|차량|자동차|차',
    post: 'parking|parking spaces|parking space|parking spots|parking spot|car parking|cars|car|spaces|stalls|spots|car spaces|주차|파킹|주차장|대 주차|parking stalls',
  },
  deposit: {
    pre: 'deposit|security deposit|deposits|move in deposit|보증금|디파짓|디포짓|시큐리티 디파짓|임대 보증금|디파짓이',
    post: 'deposit|security deposit|보증금|디파짓',
  },
  down: {
    pre: 'down|down payment|downpayment|put down|putting|다운|다운페이|다운페이먼트|다운 페이먼트|계약금|자기 자금|자기자금|선수금',
    post: 'down|down payment|downpayment|다운|다운페이|다운페이먼트|다운 페이먼트',
  },
  rate: {
    pre: 'rate|interest rate|interest|mortgage rate|at rate|이자율|금리|이자|모기지 금리|대출 금리|융자 금리|고정 금리',
    post: 'rate|interest|interest rate|mortgage rate|apr|이자율|금리|이자',
  },
  term: {
    pre: 'loan term|term|mortgage term|대출 기간|융자 기간|상환 기간|상환기간',
    post: 'fixed|mortgage|loan|fixed mortgage|year mortgage|fixed rate mortgage|year loan|year fixed|상환|융자|모기지|대출|고정|만기',
  },
  lease: {
    pre: 'lease|lease term|lease length|lease of|leased for|계약 기간|리스|리스 기간|임대 기간|임대 계약|계약|최소 계약|렌트 기간|렌트 계약',
    post: 'lease|leases|lease term|term lease|lease ok|계약|리스|임대|임대 계약|렌트 계약|렌트|리스 가능|short term lease|rental',
  },
  commute: {
    pre: 'commute|commute time|commuting|commute to work|통근|출퇴근|통근 시간|출퇴근 시간|출근|직장까지|회사까지|통근시간|출퇴근시간|직장에서|회사에서|from work|to work',
    post: 'commute|to work|from work|drive to work|commute to work|통근|출퇴근|거리|commuting|통근 거리|출퇴근 거리|to the office',
  },
  movein: {
    pre: 'move in|move in by|move in date|movein|moving in|moving|available|availability|available by|available from|available on|available starting|free by|vacant by|ready by|move in ready by|starting|move in on|move in from|need by|입주|입주일|입주 가능일|이사|이사 날짜|이사일|입주 날짜|이사 들어갈|입주는|입주 시기',
    post: 'move in|move in date|입주|입주 가능|이사|입주일|이사 가능|입주 희망|입주 예정|이사 예정|이사 희망|availability',
  },
};

const UNITS: Record<Unit, string> = {
  pyeong: '평|평형|평수|pyeong|pyung|py|평 집|평짜리',
  sqm: '㎡|m²|m2|제곱미터|제곱 미터|평방미터|헤베|sqm|sq m|square meters|square meter|square metres|square metre|sq meters|제곱',
  sqft: 'sqft|sq ft|sq. ft.|sq.ft.|sq. ft|sq feet|sf|sqf|s.f.|square feet|square foot|square ft|sq foot|ft²|ft2|sqft.|스퀘어피트|스퀘어 피트|스퀘어풋|스퀘어 풋|스퀘어|평방피트|평방 피트|제곱피트|제곱 피트|스퀘어핏|스퀘어 핏|sqfeet|square',
  acre: 'acre|acres|에이커',
  piece: '개|칸|개짜리|칸짜리|개인|개 있는|개는|개가',
  cars: '대|대분|대 이상 주차',
  floors: '층',
  year: '년|년도|년식|year|years|yr|yrs|해',
  months: 'month|months|mo|mos|개월|달|개월짜리',
  weeks: 'week|weeks|wk|wks|주|주일|주간',
  days: 'day|days|일|일간',
  hours: 'hour|hours|hr|hrs|시간',
  minutes: 'minute|minutes|mins|분|분 거리',
  miles: 'mile|miles|mi|마일',
  km: 'km|kms|kilometer|kilometers|kilometre|kilometres|킬로|킬로미터',
  percent: '%|percent|pct|퍼센트|프로|per cent',
};

const BOUNDS: [Bound, 'before' | 'after' | 'both', string][] = [
  [
    'max',
    'before',
    'under|below|up to|at most|no more than|not more than|less than or equal to|less than or equal|max of|within|maximum of|not over|not exceeding|not to exceed|no higher than|no greater than|cheaper than|capped at|cap of|until|<=|=<|≤|≦|최대|최대한|많아야|많아도|기껏해야|upto|inside of|under or equal to|no bigger than|no older than|not above',
  ],
  ['below', 'before', 'less than|fewer than|smaller than|lower than|shorter than|<'],
  [
    'min',
    'before',
    'at least|no less than|not less than|minimum of|min of|more than or equal to|starting at|starting from|from|>=|=>|≥|≧|최소|최소한|적어도|못해도|no fewer than|not under|no smaller than|no lower than',
  ],
  [
    'above',
    'before',
    'over|above|more than|greater than|bigger than|larger than|higher than|exceeding|longer than|>|upwards of',
  ],
  ['about', 'before', 'about|around|approximately|approx|roughly|near|circa|~|약|대략|한'],
  ['exact', 'before', 'exactly|just|only|precisely|딱|정확히|꼭'],
  ['between', 'before', 'between|from|in between|range|ranging from|anywhere from'],
  ['max', 'both', 'max|maximum|tops|at max|most'],
  ['min', 'both', 'minimum'],
  [
    'max',
    'after',
    'or less|or under|or below|or fewer|or cheaper|or lower|or smaller|and under|and below|or so at most|at most|tops|이하|이하로|이하인|이하의|이내|이내로|이내의|까지|아래|아래로|밑|밑으로|안쪽|안쪽으로|안으로|안에|안에서|안 넘는|안넘는|넘지 않는|안 넘게|넘지 않게|안팎 이하|을 넘지 않는|를 넘지 않는|못 넘는|언더|내로|내에|이하면|이하까지|or less than that|이내에|이내인|짜리까지|를 안 넘는|을 안 넘는|이하여야',
  ],
  [
    'min',
    'after',
    'or more|or above|or over|or higher|or greater|or bigger|or larger|or up|and up|and above|and over|plus|+|or better|minimum|at least|넘은|넘긴|넘게|지난|이상|이상의|이상인|이상으로|부터|넘는|위로|위|오버|이상은|이상이고|이상이면|를 넘는|을 넘는|이 넘는|이상 되는|이상이어야|이상만|이상짜리|플러스|and larger|and more',
  ],
  ['between', 'after', '사이|사이의|사이로|사이에|사이인'],
  ['above', 'after', '초과|초과하는|초과의|초과인|보다 큰|보다 넓은|보다 많은|보다 비싼'],
  [
    'below',
    'after',
    '미만|미만의|미만인|미만으로|보다 작은|보다 적은|보다 싼|보다 저렴한|보다 낮은|보다 좁은',
  ],
  [
    'about',
    'after',
    '정도|정도의|쯤|내외|내외의|안팎|가량|전후|근처 가격|선|ish|or so|언저리|정도로|정도인|쯤의',
  ],
  ['exact', 'after', '만|짜리만|exactly|only|딱'],
  ['decade', 'after', '대|대의|대로|대에서|대 집|대 매물|대인'],
];

const PEOPLE: Record<'people' | 'schools' | 'safety', string> = {
  people: [
    // Race, color, national origin, ancestry, language.
    'white people|white area|white areas|white neighborhood|white neighborhoods|white community|white families|white folks|white only|whites|mostly white|all white|black people|black area|black neighborhood|black neighborhoods|black community|black families|blacks|no blacks|african american|african americans|caucasian|caucasians|latino|latinos|latina|hispanic|hispanics|mexican|mexicans|asian|asians|korean|koreans|korean american|korean americans|korean speaking|korean community|korean people|korean area|korean neighborhood|chinese|chinese people|japanese people|vietnamese|vietnamese people|filipino|filipinos|indian people|indian community|indian neighborhood|indians|arab|arabs|middle eastern|immigrant|immigrants|foreigner|foreigners|american people|americans|diverse|diversity|ethnic|ethnicity|race|racial|minority|minorities|no immigrants|english speaking|spanish speaking|native americans|white majority|undocumented',
    '한인|한인들|한국인|한국인들|한국 사람|한국 사람들|한국사람|한국분|한국분들|교민|교포|동포|재미교포|백인|백인들|흑인|흑인들|아시안|아시아인|동양인|동양 사람|중국인|중국 사람|일본인|일본 사람|베트남인|필리핀인|인도인|인도 사람|히스패닉|라티노|멕시칸|멕시코 사람|멕시코인|외국인|미국인|미국 사람|이민자|불체자|불법 체류자|인종|다문화|유색인종|남미 사람|타인종|현지인|한국말|한국어 쓰는|한국어 하는',
    // Religion.
    'christian|christians|catholic|catholics|jewish|jews|muslim|muslims|mormon|mormons|hindu|buddhist|buddhists|religious|church going|churchgoing|godly|기독교|기독교인|기독교인들|크리스천|크리스찬|교인|교인들|천주교|천주교인|불교|불교 신자|무슬림|이슬람|유대인|유태인|신자|종교',
    // Familial and marital status, sex, orientation, age.
    'no kids|no children|no families|without kids|without children|child free|childfree|kid free|adults only|adult only|kids|children|kid friendly|child friendly|family friendly|family oriented|families|families with kids|families with children|good for families|good for kids|great for kids|great for families|young families|young people|young professionals|young couples|young crowd|old people|elderly|elderly people|seniors|no seniors|retirees|millennials|singles|single people|single women|single men|bachelors|married couples|married people|married|newlyweds|unmarried|women only|men only|female only|male only|females only|males only|ladies only|gay|gay friendly|lgbt|lgbtq|straight people',
    '아이 없는|아이들 없는|애들 없는|애 없는|아이들|아이|애들|어린이|노키즈|노 키즈|성인 전용|성인만|어른만|가족 많은|젊은 사람|젊은 사람들|젊은이|젊은이들|젊은 층|젊은층|젊은 부부|젊은|노인|노인들|어르신|어르신들|은퇴자|은퇴자들|독신|독신자|미혼|미혼자|기혼|기혼자|신혼부부|부부만|여성 전용|여성만|여자만|여자 전용|남성 전용|남성만|남자만|남자 전용|게이|성소수자|동성애자|동성애',
    // Disability, source of income, citizenship, military.
    'no section 8|no section eight|no vouchers|no disabled|disabled people|no welfare|welfare recipients|citizens only|us citizens|no veterans|poor people|rich people|wealthy people|low income people|no poor people|섹션 8 없는|섹션8 없는|섹션 8 안 받는|섹션8 안 받는|장애인 없는|장애인 없이|시민권자만|시민권자|영주권자|저소득층|저소득층 없는|가난한 사람|부자들|부자 동네|부자들만|부촌|못사는 사람',
  ].join('|'),
  schools:
    'good schools|good school|great schools|great school|best schools|best school|top schools|top school|top rated schools|highly rated schools|good school district|good school districts|great school district|best school district|best school districts|top school district|top school districts|top rated school district|excellent schools|excellent school district|school rating|school ratings|highly rated school|high rated schools|high school rating|high school ratings|strong schools|better schools|좋은 학군|학군 좋은|학군이 좋은|학군 좋고|학군이 좋고|최고 학군|우수 학군|명문 학군|명문학군|학군 우수한|좋은 학교|학교 좋은|학교가 좋은|학교 좋고|명문 학교|명문고|학교 평점|학교 점수|학군 최고|학군이 최고|학군 우수',
  safety:
    'safe|safest|safe area|safe areas|safe neighborhood|safe neighborhoods|safer|safety|crime|low crime|no crime|crime free|crime rate|low crime rate|dangerous|not dangerous|bad area|bad areas|bad neighborhood|bad neighborhoods|sketchy|ghetto|gangs|안전한|안전하고|안전한 동네|안전|치안|치안 좋은|치안이 좋은|치안 좋고|치안이 좋고|범죄|범죄율|범죄율 낮은|범죄 적은|범죄 없는|범죄율이 낮은|위험한|위험하지 않은|우범|우범지대|갱',
};

const AROUND =
  'area|areas|neighborhood|neighborhoods|neighbourhood|community|communities|town|people|folks|families|family|residents|neighbors|neighbours|living|lots of|lot of|many|few|mostly|mainly|predominantly|majority|full of|population|crowd|동네|지역|구역|이웃|주민|주민들|사람|사람들|가족|가족들|많은|많이|많고|많이 사는|적은|적고|사는|모여 사는|모여사는|거주|거주하는|밀집|밀집 지역|비율|비율이|높은|낮은|위주|위주의|환영|선호|전용|키우기|키우기 좋은|살기|살기 좋은|편한|좋은 동네|좋은';

const NOISE =
  "a|an|the|i|im|i'm|i am|we|we're|we are|my|our|me|us|you|it|its|it's|is|are|be|was|that|that's|thats|which|who|this|these|those|there|to be|with|w/|has|have|having|had|get|got|gets|includes|include|including|included|featuring|features|feature|of|for|on|at|by|please|pls|plz|show|show me|find|find me|search|search for|looking|looking for|look for|want|wants|wanted|i want|need|needs|i need|would like|id like|i'd like|like|prefer|preferably|must|must have|must be|should|should have|can|could|some|any|all|something|anything|everything|also|too|very|really|hi|hello|hey|thanks|thank you|home|homes|property|properties|listing|listings|place|places|unit|units|residence|residences|real estate|one|ones|give me|give|let me see|see|list|built in|then|but|ok|okay|allowed|welcome|friendly|permitted|accepted|available|fee|fees|amount|total|dollars|style|type|kind|near|nearby|close to|around|within|inside|located|location|located in|usd|no problem|where|what|with a|with an|in a|in an|going|going for|go for|good for|per|each|every|and|plus|&|as|so|do|does|will|would|if|possible|if possible|wide|sort|sorted|order|ordered|first|by|them|filter|only|search in|help me find|need a|am|area|areas|neighborhood|neighborhoods|neighbourhood|community|communities|town|living|building|buildings|radius|radius of|a radius of|what's|whats|how about|how many|are there|is there|do you have|which|can you|could you|keyword|keywords|word|words|zoned for|zoned to|zoned|assigned to|attends|a year|per year|/year|/yr|each year|annually|yearly|lived|own|is in|are in";

const NOISE_KO =
  '배정|배정되는|배정받는|배정 가능한|배정 지역|마리|마리랑|마리와|마리 키우는|없나요|없을까요|있을까요|얼마예요|얼마에요|얼마인가요|아무거나|아무 데나|반경|거리|동네|구역|거주|거주하는|살기|키워드|단어|단어가|단어가 있는|건물|연간|일 년에|1년에|한 해에|일년에|집|집들|집을|집이|집은|집으로|집만|집좀|집 좀|집 구해요|매물|매물들|매물을|매물만|부동산|물건|홈|곳|것|거|데|곳을|곳으로|있는|있고|있으면|있으며|있음|있었으면|있는지|있어야|있어야 해요|있어야 함|있어야 합니다|있어야 돼요|있어야 하고|있어야 됨|있어|있어요|있나요|있을까요|있으면 좋겠어요|있었으면 좋겠어요|있으면 좋고|있다면|딸린|딸려 있는|달린|포함|포함된|포함한|포함하는|포함해서|갖춘|갖추고|갖춰진|완비|완비된|구비|가능|가능한|가능하고|가능하면|가능한가요|가능해야|되는|되고|되면|돼야|되어야|허용|허용되는|허용하는|동반|동반 가능|동반 가능한|키울 수|키울|키우는|키울 수 있는|기르는|기를 수 있는|같이|함께|같이 살|들어갈|들어갈 수|수 있는|할 수 있는|볼 수|수|필수|필요|필요해|필요해요|필요한|필요합니다|필요하고|원해|원해요|원합니다|원하는|원함|찾아|찾아줘|찾아 줘|찾아줘요|찾아주세요|찾아 주세요|찾아요|찾습니다|찾고|찾고 있어요|찾고 있습니다|찾는|찾는 중|찾는중|찾기|구해|구해요|구합니다|구하고|구하고 있어요|구하는|구함|구해줘|구해 주세요|구해주세요|보여|보여줘|보여 줘|보여줘요|보여주세요|보여 주세요|보고|보고 싶어|보고 싶어요|볼래|볼래요|알려줘|알려 줘|알려주세요|알려 주세요|검색|검색해|검색해줘|검색해 주세요|부탁|부탁해|부탁해요|부탁드려요|부탁합니다|부탁드립니다|추천|추천해|추천해줘|추천해 주세요|추천해주세요|좀|제발|혹시|그리고|그런|이런|또|또는|혹은|하고|및|꼭|제일|정말|아주|되도록|가급적|이면|이고|인데|이며|인|이랑|해주세요|해 주세요|주세요|줘|요|좋겠어|좋겠어요|좋겠습니다|좋아|좋아요|좋음|했으면|하면|였으면|이었으면|으로|로|순|순으로|순서로|순서|정렬|정렬해줘|정렬해 주세요|정렬로|위치|위치한|소재|소재한|내|안|안에|안에서|쪽|쪽에|쪽으로|근처|근처에|근처에서|근방|부근|부근에|주변|주변에|인근|지역|지역에|지역에서|시내|일대|이쪽|저는|저|제가|나는|우리|나|내가|저희|에서|에|의|은|는|이|가|을|를|도|들|중|중에|중에서|중인|거주할|살|살고 싶어|살고 싶어요|살고 싶은|사는|집 구합니다|짜리|짜리 집|타입|타입의|형|형태|스타일|위한|위해|용|지어진|지은|된|건물|개인|한|할|하는|안녕하세요|감사합니다|고맙습니다|조건|조건은|조건으로|기준|기준으로|당|매달|원해서|싶어|싶어요|싶습니다|싶은데|있을|입니다|이에요|예요|이요|임|함|옵션|직장|허가|수용|괜찮은|나온|올라온|나와 있는|내놓은|내 놓은|향|정도면|전체|모두|모든|다|시설|공간|완료|예정|희망|희망해요|희망합니다|희망함|경우|보증|비용|총|층인|요금|이용|얼마|얼마나|어디|뭐|무엇|어떤';

const PARTICLES =
  '은|는|이|가|을|를|에|에서|에서는|의|로|으로|와|과|랑|이랑|하고|도|만|이나|나|든지|인|인데|이고|고|이며|며|면|이면|라면|이라면|요|이요|쪽|쪽에|쪽에서|근처|근처에|근처에서|주변|주변에|인근|부근|지역|지역에|시|시에|시에서|시의|에다|에다가|까지|부터|들|들은|들이|등|께서|한테|에게|이라도|라도|이든|든|에요|예요|이에요|입니다|임|여야|이어야|이어야만|해야|짜리|형|집|집을|방향|내|안|당|용|급';

const NOT_BEFORE: ['without' | 'any', string][] = [
  [
    'without',
    "no|without|not|not a|not an|w/o|non|exclude|excluding|except|except for|avoid|minus|dont want|don't want|do not want|don't show|do not show|i don't want|i dont want|i do not want|no need to show|other than|anything but|doesn't have|does not have|isn't|is not|aren't|are not|not in|never|not interested in|doesnt have",
  ],
  [
    'any',
    "don't need|dont need|do not need|no need for|no need of|doesn't need|does not need|doesn't need to be|does not need to be|doesn't have to be|does not have to be|doesn't have to have|does not have to have|doesnt need|doesnt have to be|need not be|need not have|need not|not necessarily|with or without|don't care about|do not care about|dont care about|regardless of|no matter the|it's ok if not|any number of|don't mind no|not picky about|doesn't need a|doesn't need to have",
  ],
];

const NOT_AFTER: ['without' | 'any', string][] = [
  [
    'without',
    '없는|없이|없고|없어야|없으면|없었으면|없는 집|없는 것|없는 곳|없음|없는거|없는 거|안 되는|안되는|안 돼|불가|불가한|불가능|제외|제외하고|제외한|제외해줘|빼고|빼 줘|빼줘|빼 주세요|빼고요|말고|말고는|아닌|아니고|아니어야|싫어|싫어요|싫음|싫고|필요 없는 집|없는 걸로|안 딸린|안 들어간|미포함|제외해 주세요|제외해주세요|not allowed|excluded|원하지 않아요|원하지 않음|원치 않아요|원치 않음|안 원해요|not wanted|not included',
  ],
  [
    'any',
    "없는 집도 괜찮아요|없는 집도 괜찮음|없는 집도 괜찮아|없는 집도 괜찮고|없는 집도 좋아요|없는 집도 됨|없는 집도 돼요|없는 것도 괜찮아요|없는 것도 괜찮음|없는 곳도 괜찮아요|없어도 됨|없어도 돼|없어도 돼요|없어도 되고|없어도 되는|없어도 됩니다|없어도 괜찮아|없어도 괜찮아요|없어도 괜찮음|없어도 괜찮고|없어도 괜찮은|없어도 괜찮습니다|없어도 상관없음|없어도 상관없어|없어도 상관없어요|없어도 상관없고|없어도 좋아|없어도 좋아요|없어도 좋음|없어도 좋고|없어도 좋다|없어도|없어도 무방|없어도 무관|아니어도 됨|아니어도 돼|아니어도 돼요|아니어도 되고|아니어도 되는|아니어도 됩니다|아니어도 괜찮아|아니어도 괜찮아요|아니어도 괜찮음|아니어도 괜찮고|아니어도 상관없음|아니어도 상관없어|아니어도 상관없어요|아니어도 좋아|아니어도 좋아요|아니어도 좋음|아니어도 좋고|아니어도|아니라도 됨|아니라도 돼|아니라도 돼요|아니라도 괜찮아|아니라도 괜찮아요|아니라도|아니여도 됨|아니여도 돼요|아니여도 돼|아니여도 괜찮아요|아니여도|안 해도 됨|안 해도 돼|안 돼도 됨|안 돼도 괜찮아요|안 돼도|안돼도|안 돼도 돼요|상관없음|상관 없음|상관없어|상관 없어|상관없어요|상관 없어요|상관없이|상관 없이|상관없고|상관 없고|상관없는|상관없습니다|상관 없습니다|관계없음|관계 없음|관계없이|관계 없이|관계없어요|관계없고|무관|무관함|무관하게|필요 없음|필요없음|필요 없어|필요없어|필요 없어요|필요없어요|필요 없고|필요없고|필요 없습니다|필요없습니다|없거나 있거나|있거나 없거나|있든 없든|있으나 없으나|있어도 되고 없어도 되고|있어도 없어도|있어도 없어도 됨|안 중요해|안 중요해요|안 중요함|중요하지 않아|중요하지 않아요|중요하지 않음|optional|is optional|not necessary|is not necessary|isn't necessary|not needed|is not needed|isn't needed|not required|is not required|isn't required|not important|is not important|isn't important|doesn't matter|does not matter|doesnt matter|don't matter|do not matter|dont matter|not a must|isn't a must|is not a must|not essential|is not essential|isn't essential|unnecessary|unimportant|or not|is fine either way|either way|not a requirement|not a dealbreaker|no preference|안 따져요|안 따짐|안 가려요|이든 아니든",
  ],
];

/** Calls `put` for each phrase of a list. */
function each(list: string, put: (phrase: string) => void): void {
  for (const phrase of list.split('|')) if (phrase !== '' && !phrase.startsWith('__')) put(phrase);
}

/** The same for years. */
const YEAR_BOUNDS: [Bound, 'before' | 'after', string][] = [
  [
    'min',
    'before',
    'since|after|built after|built since|newer than|built in or after|later than|no older than',
  ],
  ['max', 'before', 'before|older than|built before|prior to|earlier than|until|no newer than'],
  [
    'min',
    'after',
    'or newer|or later|or after|and newer|and later|이후|이후에|이후의|이후로|이후인|년 이후 건물',
  ],
  ['max', 'after', 'or earlier|or older|or before|and older|and earlier|이전|이전에|이전의|이전인|전에'],
];

function buildLexicon(): PhraseTrie<Lexeme> {
  const trie = new PhraseTrie<Lexeme>();
  const add = (list: string, lexeme: Lexeme) => each(list, (phrase) => trie.add(phrase, lexeme));
  for (const [feature, list] of Object.entries(FEATURES)) add(list, { k: 'flag', flag: `has:${feature}` });
  for (const [type, list] of Object.entries(TYPES)) add(list, { k: 'flag', flag: `type:${type}` });
  for (const [facing, list] of Object.entries(FACINGS)) {
    each(list, (phrase) => {
      const flag: Lexeme = { k: 'flag', flag: `facing:${facing}` };
      if (/[a-z]/.test(phrase)) {
        // "south" alone is part of many names; "south facing" is not.
        for (const said of [
          `${phrase} facing`,
          `facing ${phrase}`,
          `faces ${phrase}`,
          `${phrase} faced`,
          `${phrase} exposure`,
          `front faces ${phrase}`,
          `${phrase} orientation`,
        ])
          trie.add(said, flag);
        trie.add(phrase, { k: 'flag', flag: `side:${facing}` });
      } else trie.add(phrase, flag);
    });
  }
  for (const [sort, list] of Object.entries(SORTS)) add(list, { k: 'flag', flag: `sort:${sort}` });
  for (const [flag, list] of Object.entries(FLAGS)) add(list, { k: 'flag', flag });
  for (const [words, list] of Object.entries(KEYWORDS)) add(list, { k: 'flag', flag: `q:${words}` });
  for (const [topic, { pre = '', post = '' }] of Object.entries(TOPICS) as [
    Topic,
    { pre?: string; post?: string },
  ][]) {
    const behind = new Set(post.split('|'));
    each(pre, (phrase) => {
      if (!behind.has(phrase)) trie.add(phrase, { k: 'topic', topic });
    });
    each(post, (phrase) => trie.add(phrase, { k: 'topic', topic, post: true }));
  }
  for (const [unit, list] of Object.entries(UNITS) as [Unit, string][]) add(list, { k: 'unit', unit });
  for (const [bound, side, list] of BOUNDS) add(list, { k: 'bound', bound, side });
  for (const [bound, side, list] of YEAR_BOUNDS) add(list, { k: 'bound', bound, side, unit: 'year' });
  add('min', { k: 'bound', bound: 'min', side: 'both', unit: 'minutes' });
  for (const [about, list] of Object.entries(PEOPLE) as ['people' | 'schools' | 'safety', string][]) {
    add(list, { k: 'people', about });
  }
  add(AROUND, { k: 'around' });
  add(NOISE, { k: 'noise' });
  add(NOISE_KO, { k: 'noise' });
  add(PARTICLES, { k: 'particle' });
  for (const [mode, list] of NOT_BEFORE) add(list, { k: 'not', mode, side: 'before' });
  for (const [mode, list] of NOT_AFTER) add(list, { k: 'not', mode, side: 'after' });
  add('to|thru|through|–|—|~|-|에서|부터|to about', { k: 'to' });
  add('and|or|nor|이나|나|이거나|거나|또는|혹은|&|/', { k: 'and' });
  add('바다|오션|씨|마운틴|시티|리버|레이크|골프장|골프|파크', { k: 'foreign' });
  add(PAYING, { k: 'flag', flag: 'paying' });
  add('new', { k: 'flag', flag: 'newalone' });
  const spans: [number, string][] = [
    [1, 'today|오늘|하루|24시간|24 hours|a day|one day|오늘 하루'],
    [2, '이틀'],
    [3, '사흘'],
    [
      7,
      '일주일|한 주|1주일|이번 주|이번주|지난주|지난 주|week|a week|one week|this week|last week|past week|the last week|the past week',
    ],
    [14, '보름|이주일|이 주일|two weeks|a couple of weeks'],
    [
      30,
      '한 달|한달|이번 달|이번달|지난달|지난 달|a month|one month|this month|last month|past month|the last month|the past month',
    ],
  ];
  for (const [days, list] of spans) add(list, { k: 'span', days });
  add(
    'in|near|around|at|within|close to|nearby|located in|in the city of|city of|inside|somewhere in|anywhere in|outside',
    {
      k: 'in',
    },
  );
  add(
    'a month|per month|/month|/mo|/ month|/ mo|p/m|a mo|monthly|each month|every month|month|mo|월|한 달에|한달에|한 달|매월|매달|달에|월에|월 기준|한달',
    { k: 'month' },
  );
  add(
    'near me|around me|close to me|nearby me|near my location|my location|current location|around here|near here|where i am|내 근처|내 주변|내 위치|내 위치에서|내 위치 근처|내 위치 주변|현재 위치|현재 위치 근처|현재 위치 주변|여기 근처|여기 주변|이 근처|이 주변|이 근처에서|제 위치|제 주변|제 근처|우리 집 근처|지금 있는 곳 근처|내 근처에|내 주변에|지금 위치',
    { k: 'nearme' },
  );
  add('by car|driving|drive|car ride|in traffic|차로|자동차로|운전|운전해서|자차로|차 타고|운전으로', {
    k: 'mode',
    by: 'car',
  });
  add(
    'by transit|by public transit|public transit|public transportation|by public transportation|transit|by bus|by train|by subway|by metro|대중교통|대중교통으로|지하철|지하철로|전철로|전철|버스로|버스|기차로',
    { k: 'mode', by: 'transit' },
  );
  add('on foot|by foot|walking|walk|도보|도보로|걸어서|걸어', { k: 'mode', by: 'walk' });
  add('by bike|by bicycle|biking|bike|bicycle|cycling|bike ride|자전거로|자전거|자전거 타고', {
    k: 'mode',
    by: 'bicycle',
  });
  const numbers: [number, string][] = [
    [1, '하나'],
    [2, '둘'],
    [3, '셋'],
    [4, '넷'],
    [5, '다섯'],
  ];
  for (const [value, list] of numbers) add(list, { k: 'number', value });
  add(
    'now|immediately|asap|right away|right now|today|즉시|바로|지금|당장|오늘|immediate|immediate move in',
    {
      k: 'day',
      offset: 0,
    },
  );
  add('tomorrow|내일', { k: 'day', offset: 1 });
  add('next month|다음 달|다음달|내달|다음 달 초|beginning of next month', { k: 'day', offset: 100 });
  const weekdays = [
    'sunday|일요일',
    'monday|월요일',
    'tuesday|화요일',
    'wednesday|수요일',
    'thursday|목요일',
    'friday|금요일',
    'saturday|토요일',
  ];
  weekdays.forEach((list, day) => {
    each(list, (phrase) => {
      const lexeme: Lexeme = { k: 'weekday', day };
      trie.add(phrase, lexeme);
      for (const said of /[a-z]/.test(phrase)
        ? [`this ${phrase}`, `on ${phrase}`, `next ${phrase}`]
        : [`이번 ${phrase}`, `이번 주 ${phrase}`, `돌아오는 ${phrase}`, `${phrase}에`, `이번 주 ${phrase}에`])
        trie.add(said, lexeme);
    });
  });
  return trie;
}

/** All phrases of both languages. */
export const LEXICON = buildLexicon();
