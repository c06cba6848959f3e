/** With Korean names, which CLDR lacks for US subdivisions. The form with 주 ("뉴욕주") is accepted for every row. */
export interface StateName {
  code: string;
  /** Two digits of the Census Bureau. */
  fips: string;
  name: string;
  nameKo: string;
  spellings: readonly string[];
}

export const STATE_NAMES: readonly StateName[] = [
  state('AL', '01', 'Alabama', '앨라배마', '알라바마', '앨러배마', '알라배마'),
  state('AK', '02', 'Alaska', '알래스카', '알라스카'),
  state('AZ', '04', 'Arizona', '애리조나', '아리조나'),
  state('AR', '05', 'Arkansas', '아칸소', '알칸소', '아칸서'),
  state('CA', '06', 'California', '캘리포니아', '가주', '캘리', '캘리포냐', '칼리포니아', 'Cali', 'Calif'),
  state('CO', '08', 'Colorado', '콜로라도', '컬러라도'),
  state('CT', '09', 'Connecticut', '코네티컷', '커네티컷', '코네티켓'),
  state('DE', '10', 'Delaware', '델라웨어', '델라웨이'),
  state('DC', '11', 'District of Columbia', '컬럼비아 특별구', '워싱턴 디씨', '디씨', 'D.C.'),
  state('FL', '12', 'Florida', '플로리다', '훌로리다'),
  state('GA', '13', 'Georgia', '조지아', '죠지아'),
  state('HI', '15', 'Hawaii', '하와이'),
  state('ID', '16', 'Idaho', '아이다호'),
  state('IL', '17', 'Illinois', '일리노이', '일리노이즈'),
  state('IN', '18', 'Indiana', '인디애나', '인디아나'),
  state('IA', '19', 'Iowa', '아이오와'),
  state('KS', '20', 'Kansas', '캔자스', '캔사스'),
  state('KY', '21', 'Kentucky', '켄터키', '켄튜키', '캔터키'),
  state('LA', '22', 'Louisiana', '루이지애나', '루이지아나'),
  state('ME', '23', 'Maine', '메인'),
  state('MD', '24', 'Maryland', '메릴랜드', '매릴랜드', '메릴란드'),
  state('MA', '25', 'Massachusetts', '매사추세츠', '메사추세츠', '매사추세스', '메사추세추'),
  state('MI', '26', 'Michigan', '미시간', '미시건'),
  state('MN', '27', 'Minnesota', '미네소타'),
  state('MS', '28', 'Mississippi', '미시시피'),
  state('MO', '29', 'Missouri', '미주리', '미조리'),
  state('MT', '30', 'Montana', '몬태나', '몬타나'),
  state('NE', '31', 'Nebraska', '네브래스카', '네브라스카'),
  state('NV', '32', 'Nevada', '네바다'),
  state('NH', '33', 'New Hampshire', '뉴햄프셔', '뉴햄프샤이어'),
  state('NJ', '34', 'New Jersey', '뉴저지', '뉴져지', 'Jersey'),
  state('NM', '35', 'New Mexico', '뉴멕시코'),
  state('NY', '36', 'New York', '뉴욕'),
  state('NC', '37', 'North Carolina', '노스캐롤라이나', '노스캐럴라이나', '노스 캐롤라이나', '북캐롤라이나'),
  state('ND', '38', 'North Dakota', '노스다코타', '노스 다코타'),
  state('OH', '39', 'Ohio', '오하이오'),
  state('OK', '40', 'Oklahoma', '오클라호마'),
  state('OR', '41', 'Oregon', '오리건', '오레곤', '오리곤'),
  state('PA', '42', 'Pennsylvania', '펜실베이니아', '펜실베니아', '팬실베니아', '펜실바니아'),
  state('PR', '72', 'Puerto Rico', '푸에르토리코', '푸에리토리코'),
  state('RI', '44', 'Rhode Island', '로드아일랜드', '로드 아일랜드'),
  state('SC', '45', 'South Carolina', '사우스캐롤라이나', '사우스캐럴라이나', '남캐롤라이나'),
  state('SD', '46', 'South Dakota', '사우스다코타', '사우스 다코타'),
  state('TN', '47', 'Tennessee', '테네시', '테네씨'),
  state('TX', '48', 'Texas', '텍사스', '택사스'),
  state('UT', '49', 'Utah', '유타'),
  state('VT', '50', 'Vermont', '버몬트', '버먼트'),
  state('VA', '51', 'Virginia', '버지니아', '버지냐', '벌지니아'),
  state('WA', '53', 'Washington', '워싱턴', '와싱턴', '워싱톤', '와싱톤'),
  state('WV', '54', 'West Virginia', '웨스트버지니아', '웨스트 버지니아'),
  state('WI', '55', 'Wisconsin', '위스콘신', '위스칸신'),
  state('WY', '56', 'Wyoming', '와이오밍'),
];

function state(code: string, fips: string, name: string, nameKo: string, ...spellings: string[]): StateName {
  return { code, fips, name, nameKo, spellings };
}
