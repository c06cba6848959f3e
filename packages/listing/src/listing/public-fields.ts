/**
 * - `flag`: yes or no; `count`: a number; `year`; `usd`: per period as RESO defines the field; `percent`
 * - `area`: square feet, from the unit of `{field}Units`; `measure`: text with the unit of its field ("0.5 Miles")
 * - `word`, `list`: one or several lookup values; `day`: `YYYY-MM-DD`
 * - `text`, `prose`: as reported
 */
type FieldKind =
  | 'flag'
  | 'count'
  | 'year'
  | 'usd'
  | 'percent'
  | 'area'
  | 'measure'
  | 'word'
  | 'list'
  | 'day'
  | 'text'
  | 'prose';

/** Where a home's page shows a field; `rest` is its last section, "All facts from the MLS". */
const FIELD_GROUPS = [
  'construction',
  'outside',
  'rooms',
  'parking',
  'utilities',
  'community',
  'income',
  'park',
  'lease',
  'terms',
  'rest',
] as const;
type FieldGroup = (typeof FIELD_GROUPS)[number];

/**
 * The further fields of RESO's Property that visitors may see, beside the members of `Listing`: a reviewed allow-list (rule
 * R37). A field that is in neither stays in the raw record. Left out on purpose:
 * - remarks for agents, showing, lock box, access code, owner, occupant, tenants, buyer, seller's loan and reserve price
 * - compensation, concessions, expiration, listing agreement and service, where a listing is syndicated to
 * - numbers of a mobile home (`License1`, `SerialU`, `DOH1`), under which registers name its owner; names and phones of people
 * - scores of third parties (`WalkScore`) and the distance to a place of worship (rule R28)
 * - fields of businesses and commercial space, which are not in the home search, keys of systems, and figures that follow from others
 */
const TABLE: Record<FieldGroup, Partial<Record<FieldKind, string>>> = {
  construction: {
    list: 'ConstructionMaterials Roof FoundationDetails Basement WindowFeatures DoorFeatures CommonWalls',
    flag: 'BasementYN PropertyAttachedYN',
    area: 'AboveGradeFinishedArea BelowGradeFinishedArea BuildingAreaTotal',
    year: 'YearBuiltEffective YearRenovated',
    count: 'NumberOfElevators',
    text: 'BuilderName BuilderModel YearBuiltDetails',
  },
  outside: {
    list:
      'LotFeatures Fencing PatioAndPorchFeatures SpaFeatures WaterfrontFeatures Vegetation FrontageType ' +
      'RoadFrontageType RoadSurfaceType RoadResponsibility HorseAmenities CurrentUse PossibleUse DevelopmentStatus',
    text: 'LotSizeDimensions Topography Zoning ZoningDescription WaterBodyName',
    flag: 'HorseYN',
    measure: 'FrontageLengthNumeric Elevation',
    count: 'NumberOfLots',
  },
  rooms: {
    list: 'RoomType FireplaceFeatures OtherEquipment',
    count: 'RoomsTotal MainLevelBedrooms MainLevelBathrooms BedroomsPossible',
  },
  parking: {
    flag: 'AttachedGarageYN',
    count: 'CoveredSpaces CarportSpaces OpenParkingSpaces',
    text: 'OtherParking RVParkingDimensions',
  },
  utilities: {
    list:
      'Sewer WaterSource Utilities Electric PowerProductionType GreenEnergyEfficient GreenEnergyGeneration ' +
      'GreenWaterConservation IrrigationSource',
    flag: 'ElectricOnPropertyYN',
    count: 'NumberOfSeparateElectricMeters NumberOfSeparateGasMeters NumberOfSeparateWaterMeters',
  },
  community: {
    text: 'AssociationName',
    count: 'NumberOfUnitsInCommunity',
  },
  income: {
    count: 'NumberOfUnitsTotal NumberOfUnitsLeased NumberOfUnitsMoMo NumberOfUnitsVacant NumberOfBuildings',
    usd: 'GrossScheduledIncome GrossIncome TotalActualRent OperatingExpense NetOperatingIncome',
    percent: 'CapRate',
    flag: 'RentControlYN',
    list: 'UnitTypeType ExistingLeaseType OwnerPays IncomeIncludes OperatingExpenseIncludes',
    word: 'UnitsFurnished',
  },
  park: {
    day: 'LandLeaseExpirationDate',
    text: 'ParkName Make Model',
    list: 'BodyType Skirt TaxStatusCurrent',
    measure: 'MobileLength MobileWidth',
    count: 'NumberOfPads',
    flag: 'MobileHomeRemainsYN',
  },
  lease: {
    list: 'MoveInCosts',
    count: 'MaximumPetWeight',
    prose: 'PetComments',
  },
  terms: {
    prose: 'Inclusions Exclusions',
    list: 'Possession Disclosures DocumentsAvailable',
    word: 'FhaEligibility',
    flag: 'HomeWarrantyYN LeaseConsideredYN AuctionYN',
    day: 'AuctionDate',
  },
  rest: {
    area:
      'AboveGradeUnfinishedArea BelowGradeUnfinishedArea GrossLivingAreaAnsi FoundationArea CultivatedArea PastureArea ' +
      'RangeArea WoodedArea',
    word:
      'YearBuiltSource LotSizeSource LotDimensionsSource BuildingAreaSource AboveGradeFinishedAreaSource ' +
      'AboveGradeUnfinishedAreaSource BelowGradeFinishedAreaSource BelowGradeUnfinishedAreaSource FarmLandAreaSource ' +
      'AuctionType MLSAreaMinor PostalCity MiddleOrJuniorSchoolDistrict LeedCertificationLevel',
    list:
      'Levels BuildingFeatures GreenBuildingVerificationType GreenIndoorAirQuality GreenLocation GreenSustainability ' +
      'FinancialDataSource AvailableLeaseType SoilType',
    flag:
      'CarportYN GarageYN OpenParkingYN FireplaceYN PowerProductionYN GreenVerificationYN LeedCertifiedYN ' +
      'HabitableResidenceYN CropsIncludedYN FarmCreditServiceInclYN GrazingPermitsBlmYN GrazingPermitsForestServiceYN ' +
      'GrazingPermitsPrivateYN IrrigationWaterRightsYN FireSprinklerSystemYN AdditionalParcelsYN',
    count:
      'Stories BathroomsPartial IrrigationWaterRightsAcres SimpleDaysOnMarket DocumentsCount VideosCount ' +
      'PropertyPowerAmperage PropertyPowerVoltage',
    year: 'LeedCertificationYear',
    measure:
      'CeilingHeight DistanceToBusNumeric DistanceToElectricNumeric DistanceToFreewayNumeric DistanceToGasNumeric ' +
      'DistanceToPhoneServiceNumeric DistanceToSchoolBusNumeric DistanceToSchoolsNumeric DistanceToSewerNumeric ' +
      'DistanceToShoppingNumeric DistanceToStreetNumeric DistanceToWaterNumeric',
    usd:
      'OtherIncome VacancyAllowance CableTvExpense ElectricExpense FuelExpense FurnitureReplacementExpense ' +
      'GardenerExpense InsuranceExpense LicensesExpense MaintenanceExpense ManagerExpense NewTaxesExpense OtherExpense ' +
      'PestControlExpense PoolExpense ProfessionalManagementExpense SuppliesExpense TrashExpense WaterSewerExpense',
    percent: 'VacancyAllowanceRate OccupancyRate ProFormaCapRate',
    day: 'BackOnMarketDate',
    text:
      'EntryLocation AssociationName2 FrontageLength UnitFloorLocation CityRegion CountryRegion StateRegion Township ' +
      'TaxLot TaxBlock TaxTract TaxBookNumber TaxMapNumber TaxParcelLetter PublicSurveyRange PublicSurveySection ' +
      'PublicSurveyTownship ParcelSubcomponent StreetAdditionalInfo',
    prose:
      'FrontageLengthRemarks AdditionalParcelsDescription TaxLegalDescription DistanceToBusComments ' +
      'DistanceToElectricComments DistanceToFreewayComments DistanceToGasComments DistanceToPhoneServiceComments ' +
      'DistanceToSchoolBusComments DistanceToSchoolsComments DistanceToSewerComments DistanceToShoppingComments ' +
      'DistanceToStreetComments DistanceToWaterComments',
  },
};

/** Reveal the location, and are left out where the address is withheld. */
const REVEALING = new Set(
  (
    'TaxLegalDescription TaxLot TaxBlock TaxTract TaxBookNumber TaxMapNumber TaxParcelLetter ParcelSubcomponent ' +
    'AdditionalParcelsDescription PublicSurveyRange PublicSurveySection PublicSurveyTownship StreetAdditionalInfo ' +
    'ParkName AssociationName AssociationName2 MLSAreaMinor CityRegion Township WaterBodyName Elevation ' +
    'UnitFloorLocation FrontageLengthRemarks ' +
    'DistanceToBusComments DistanceToElectricComments DistanceToFreewayComments DistanceToGasComments ' +
    'DistanceToPhoneServiceComments DistanceToSchoolBusComments DistanceToSchoolsComments DistanceToSewerComments ' +
    'DistanceToShoppingComments DistanceToStreetComments DistanceToWaterComments'
  ).split(' '),
);

export interface PublicField {
  kind: FieldKind;
  group: FieldGroup;
  revealsAddress: boolean;
}

/** By RESO name, in the order of pages. */
export const PUBLIC_FIELDS: ReadonlyMap<string, PublicField> = new Map(
  FIELD_GROUPS.flatMap((group) =>
    (Object.entries(TABLE[group]) as [FieldKind, string][]).flatMap(([kind, names]) =>
      names
        .split(' ')
        .map((name): [string, PublicField] => [name, { kind, group, revealsAddress: REVEALING.has(name) }]),
    ),
  ),
);

/** Stated values by RESO name; which type each has follows from its kind. */
export type PublicFieldValues = Readonly<Record<string, boolean | number | string | readonly string[]>>;
