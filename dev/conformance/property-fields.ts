/** All names of fields of the Property resource in RESO Data Dictionary 1.7 to 2.1 (RESO's public CSV files). */
export const PROPERTY_FIELDS = (
  'AboveGradeFinishedArea AboveGradeFinishedAreaSource AboveGradeFinishedAreaUnits AboveGradeUnfinishedArea ' +
  'AboveGradeUnfinishedAreaSource AboveGradeUnfinishedAreaUnits AccessCode AccessibilityFeatures ' +
  'ActivationDate AdditionalParcelsDescription AdditionalParcelsYN AdditionalRent AdditionalRentFrequency ' +
  'AirRights AirRightsUnits Amenities AnchorsCoTenants Appliances ArchitecturalStyle AssociationAmenities ' +
  'AssociationFee AssociationFee2 AssociationFee2Frequency AssociationFeeFrequency AssociationFeeIncludes ' +
  'AssociationName AssociationName2 AssociationPhone AssociationPhone2 AssociationYN AttachedGarageYN ' +
  'AttributionContact AuctionDate AuctionLicenseNumber AuctionReserveAmount AuctionStartTime AuctionType ' +
  'AuctionUrl AuctionYN AvailabilityDate AvailableArea AvailableAreaUnits AvailableLeaseType ' +
  'AvailableSquareFeet BackOnMarketDate BackOnMarketTimestamp Basement BasementYN BathroomsFull BathroomsHalf ' +
  'BathroomsOneQuarter BathroomsPartial BathroomsThreeQuarter BathroomsTotalInteger BedroomsPossible ' +
  'BedroomsTotal BelowGradeFinishedArea BelowGradeFinishedAreaSource BelowGradeFinishedAreaUnits ' +
  'BelowGradeUnfinishedArea BelowGradeUnfinishedAreaSource BelowGradeUnfinishedAreaUnits BodyType ' +
  'BuilderModel BuilderName BuildingAreaSource BuildingAreaTotal BuildingAreaUnits BuildingClass ' +
  'BuildingFeatures BuildingName BuildingSquareFeetTotal BusinessName BusinessType Buyer ' +
  'BuyerAgencyCompensation BuyerAgencyCompensationType BuyerAgent BuyerAgentAOR BuyerAgentDesignation ' +
  'BuyerAgentDirectPhone BuyerAgentEmail BuyerAgentFax BuyerAgentFirstName BuyerAgentFullName ' +
  'BuyerAgentHomePhone BuyerAgentKey BuyerAgentLastName BuyerAgentMiddleName BuyerAgentMlsId ' +
  'BuyerAgentMobilePhone BuyerAgentNamePrefix BuyerAgentNameSuffix BuyerAgentNationalAssociationId ' +
  'BuyerAgentOfficePhone BuyerAgentOfficePhoneExt BuyerAgentPager BuyerAgentPreferredPhone ' +
  'BuyerAgentPreferredPhoneExt BuyerAgentStateLicense BuyerAgentTollFreePhone BuyerAgentURL ' +
  'BuyerAgentVoiceMail BuyerAgentVoiceMailExt BuyerBrokerageCompensation BuyerBrokerageCompensationType ' +
  'BuyerFinancing BuyerOffice BuyerOfficeAOR BuyerOfficeEmail BuyerOfficeFax BuyerOfficeKey BuyerOfficeMlsId ' +
  'BuyerOfficeName BuyerOfficeNationalAssociationId BuyerOfficePhone BuyerOfficePhoneExt BuyerOfficeURL ' +
  'BuyerTeam BuyerTeamKey BuyerTeamName CableTvExpense CancellationDate CapRate CarportSpaces CarportYN ' +
  'CarrierRoute CeilingHeight City CityRegion ClearHeight CloseDate ClosePrice CoBuyerAgent CoBuyerAgentAOR ' +
  'CoBuyerAgentDesignation CoBuyerAgentDirectPhone CoBuyerAgentEmail CoBuyerAgentFax CoBuyerAgentFirstName ' +
  'CoBuyerAgentFullName CoBuyerAgentHomePhone CoBuyerAgentKey CoBuyerAgentLastName CoBuyerAgentMiddleName ' +
  'CoBuyerAgentMlsId CoBuyerAgentMobilePhone CoBuyerAgentNamePrefix CoBuyerAgentNameSuffix ' +
  'CoBuyerAgentNationalAssociationId CoBuyerAgentOfficePhone CoBuyerAgentOfficePhoneExt CoBuyerAgentPager ' +
  'CoBuyerAgentPreferredPhone CoBuyerAgentPreferredPhoneExt CoBuyerAgentStateLicense ' +
  'CoBuyerAgentTollFreePhone CoBuyerAgentURL CoBuyerAgentVoiceMail CoBuyerAgentVoiceMailExt CoBuyerOffice ' +
  'CoBuyerOfficeAOR CoBuyerOfficeEmail CoBuyerOfficeFax CoBuyerOfficeKey CoBuyerOfficeMlsId CoBuyerOfficeName ' +
  'CoBuyerOfficeNationalAssociationId CoBuyerOfficePhone CoBuyerOfficePhoneExt CoBuyerOfficeURL CoListAgent ' +
  'CoListAgentAOR CoListAgentDesignation CoListAgentDirectPhone CoListAgentEmail CoListAgentFax ' +
  'CoListAgentFirstName CoListAgentFullName CoListAgentHomePhone CoListAgentKey CoListAgentLastName ' +
  'CoListAgentMiddleName CoListAgentMlsId CoListAgentMobilePhone CoListAgentNamePrefix CoListAgentNameSuffix ' +
  'CoListAgentNationalAssociationId CoListAgentOfficePhone CoListAgentOfficePhoneExt CoListAgentPager ' +
  'CoListAgentPreferredPhone CoListAgentPreferredPhoneExt CoListAgentStateLicense CoListAgentTollFreePhone ' +
  'CoListAgentURL CoListAgentVoiceMail CoListAgentVoiceMailExt CoListOffice CoListOfficeAOR CoListOfficeEmail ' +
  'CoListOfficeFax CoListOfficeKey CoListOfficeMlsId CoListOfficeName CoListOfficeNationalAssociationId ' +
  'CoListOfficePhone CoListOfficePhoneExt CoListOfficeURL CommonInterest CommonWalls CommunityFeatures ' +
  'CompSaleYN CompensationComments Concessions ConcessionsAmount ConcessionsComments ConstructionMaterials ' +
  'ContinentRegion Contingency ContingentDate ContractStatusChangeDate Cooling CoolingYN CopyrightNotice ' +
  'Country CountryRegion CountrySubdivision CountyOrParish CoveredSpaces CraneRemarks CropsIncludedYN ' +
  'CrossDockYN CrossStreet CultivatedArea CumulativeDaysOnMarket CurrentFinancing CurrentPrice CurrentUse ' +
  'DOH1 DOH2 DOH3 DaysInMls DaysOnMarket DaysOnSite DevelopmentStatus DirectionFaces Directions Disclaimer ' +
  'Disclosures DistanceToBusComments DistanceToBusNumeric DistanceToBusUnits DistanceToElectricComments ' +
  'DistanceToElectricNumeric DistanceToElectricUnits DistanceToFreewayComments DistanceToFreewayNumeric ' +
  'DistanceToFreewayUnits DistanceToGasComments DistanceToGasNumeric DistanceToGasUnits ' +
  'DistanceToPhoneServiceComments DistanceToPhoneServiceNumeric DistanceToPhoneServiceUnits ' +
  'DistanceToPlaceofWorshipComments DistanceToPlaceofWorshipNumeric DistanceToPlaceofWorshipUnits ' +
  'DistanceToSchoolBusComments DistanceToSchoolBusNumeric DistanceToSchoolBusUnits DistanceToSchoolsComments ' +
  'DistanceToSchoolsNumeric DistanceToSchoolsUnits DistanceToSewerComments DistanceToSewerNumeric ' +
  'DistanceToSewerUnits DistanceToShoppingComments DistanceToShoppingNumeric DistanceToShoppingUnits ' +
  'DistanceToStreetComments DistanceToStreetNumeric DistanceToStreetUnits DistanceToWaterComments ' +
  'DistanceToWaterNumeric DistanceToWaterUnits DocumentStatus DocumentsAvailable DocumentsChangeTimestamp ' +
  'DocumentsCount DoorFeatures DownPayment DualOrVariableRateCommissionYN DualVariableCompensationYN Electric ' +
  'ElectricExpense ElectricOnPropertyYN ElementarySchool ElementarySchoolDistrict Elevation ElevationUnits ' +
  'EntryLevel EntryLocation Exclusions ExistingLeaseType ExpirationDate ExteriorFeatures ' +
  'FarmCreditServiceInclYN FarmLandAreaSource FarmLandAreaUnits FeedTypes Fencing FhaEligibility ' +
  'FinancialDataSource FireSprinklerSystemYN FireplaceFeatures FireplaceYN FireplacesTotal Flooring ' +
  'FoundationArea FoundationDetails FrontageLength FrontageLengthNumeric FrontageLengthNumericUnit ' +
  'FrontageLengthRemarks FrontageType FuelExpense Furnished FurnitureReplacementExpense GarageSpaces GarageYN ' +
  'GardenerExpense GrazingPermitsBlmYN GrazingPermitsForestServiceYN GrazingPermitsPrivateYN ' +
  'GreenBuildingVerification GreenBuildingVerificationType GreenEnergyEfficient GreenEnergyGeneration ' +
  'GreenIndoorAirQuality GreenLocation GreenSustainability GreenVerificationYN GreenWaterConservation ' +
  'GrossIncome GrossLivingAreaAnsi GrossScheduledIncome HabitableResidenceYN Heating HeatingYN HeightUnits ' +
  'HighSchool HighSchoolDistrict HistoryTransactional HomeWarrantyYN HorseAmenities HorseYN ' +
  'HoursDaysOfOperation HoursDaysOfOperationDescription HvacRemarks Inclusions IncomeIncludes ' +
  'InsuranceExpense InteriorFeatures InternetAddressDisplayYN InternetAutomatedValuationDisplayYN ' +
  'InternetConsumerCommentYN InternetEntireListingDisplayYN IrrigationSource IrrigationWaterRightsAcres ' +
  'IrrigationWaterRightsYN LaborInformation LandLeaseAmount LandLeaseAmountFrequency LandLeaseExpirationDate ' +
  'LandLeaseYN Latitude LaundryFeatures LeasableArea LeasableAreaUnits LeasableSquareFeet LeaseAmount ' +
  'LeaseAmountFrequency LeaseAssignableYN LeaseConsideredYN LeaseExpiration LeasePricePerArea ' +
  'LeasePricePerSquareFoot LeaseRate LeaseRateFrequency LeaseRateUnits LeaseRenewalCompensation ' +
  'LeaseRenewalOptionYN LeaseTerm LeaseTermOptions LeedCertificationLevel LeedCertificationYear ' +
  'LeedCertifiedYN Levels License1 License2 License3 LicensesExpense ListAOR ListAgent ListAgentAOR ' +
  'ListAgentDesignation ListAgentDirectPhone ListAgentEmail ListAgentFax ListAgentFirstName ListAgentFullName ' +
  'ListAgentHomePhone ListAgentKey ListAgentLastName ListAgentMiddleName ListAgentMlsId ListAgentMobilePhone ' +
  'ListAgentNamePrefix ListAgentNameSuffix ListAgentNationalAssociationId ListAgentOfficePhone ' +
  'ListAgentOfficePhoneExt ListAgentPager ListAgentPreferredPhone ListAgentPreferredPhoneExt ' +
  'ListAgentStateLicense ListAgentTollFreePhone ListAgentURL ListAgentVoiceMail ListAgentVoiceMailExt ' +
  'ListOffice ListOfficeAOR ListOfficeEmail ListOfficeFax ListOfficeKey ListOfficeMlsId ListOfficeName ' +
  'ListOfficeNationalAssociationId ListOfficePhone ListOfficePhoneExt ListOfficeURL ListPrice ListPriceLow ' +
  'ListTeam ListTeamKey ListTeamName ListingAgreement ListingContractDate ListingId ListingKey ListingService ' +
  'ListingTerms ListingURL ListingURLDescription LivingArea LivingAreaSource LivingAreaUnits LoadingDockYN ' +
  'LockBoxLocation LockBoxSerialNumber LockBoxType Longitude LotDimensionsSource LotFeatures LotSizeAcres ' +
  'LotSizeArea LotSizeDimensions LotSizeSource LotSizeSquareFeet LotSizeUnits MLSAreaMajor MLSAreaMinor ' +
  'MainLevelBathrooms MainLevelBedrooms MaintenanceExpense MajorChangeTimestamp MajorChangeType Make ' +
  'ManagerExpense MapCoordinate MapCoordinateSource MapURL MarketName MaximumContiguousArea ' +
  'MaximumContiguousAreaUnits MaximumContiguousSquareFeet MaximumLeaseRate MaximumNumberOfPets ' +
  'MaximumPetWeight Media MiddleOrJuniorSchool MiddleOrJuniorSchoolDistrict MinimumDivisibleArea ' +
  'MinimumDivisibleAreaUnits MinimumDivisibleSquareFeet MinimumLeaseRate MlsStatus MobileDimUnits ' +
  'MobileHomeRemainsYN MobileLength MobileWidth Model ModificationTimestamp MoveInCosts NetOperatingIncome ' +
  'NewConstructionYN NewTaxesExpense NumberOfBuildings NumberOfCranes NumberOfDockDoors NumberOfDriveInDoors ' +
  'NumberOfElevators NumberOfFreightElevators NumberOfFullTimeEmployees NumberOfLoadingDocks NumberOfLots ' +
  'NumberOfPads NumberOfPartTimeEmployees NumberOfRailDoors NumberOfSeparateElectricMeters ' +
  'NumberOfSeparateGasMeters NumberOfSeparateWaterMeters NumberOfUnitsInCommunity NumberOfUnitsLeased ' +
  'NumberOfUnitsMoMo NumberOfUnitsTotal NumberOfUnitsVacant OccupancyRate OccupantName OccupantPhone ' +
  'OccupantType OffMarketDate OffMarketTimestamp OnMarketDate OnMarketTimestamp OngoingFees OpenHouse ' +
  'OpenHouseModificationTimestamp OpenParkingSpaces OpenParkingYN OperatingExpense OperatingExpenseIncludes ' +
  'OriginalEntryTimestamp OriginalListPrice OriginatingSystem OriginatingSystemID OriginatingSystemKey ' +
  'OriginatingSystemName OtherEquipment OtherExpense OtherIncome OtherParking OtherStructures OwnerName ' +
  'OwnerPays OwnerPhone Ownership OwnershipType ParcelNumber ParcelSubcomponent ParkManagerName ' +
  'ParkManagerPhone ParkName ParkingFeatures ParkingRatio ParkingRatioUnits ParkingTotal PastureArea ' +
  'PatioAndPorchFeatures PendingTimestamp PestControlExpense PetComments PetsAllowed PetsAllowedYN ' +
  'PhotosChangeTimestamp PhotosCount PoolExpense PoolFeatures PoolPrivateYN Possession PossibleUse PostalCity ' +
  'PostalCode PostalCodePlus4 PowerProduction PowerProductionType PowerProductionYN PreviousListPrice ' +
  'PriceChangeTimestamp PricePerAreaUnits PrivateOfficeRemarks PrivateRemarks ProFormaCapRate ' +
  'ProfessionalManagementExpense PropertyAttachedYN PropertyCategory PropertyCondition PropertyName ' +
  'PropertyPowerAmperage PropertyPowerVoltage PropertySubType PropertySubcategory PropertyTimeZoneName ' +
  'PropertyTimeZoneObservesDstYN PropertyTimeZoneStandardOffset PropertyType PublicRemarks PublicSurveyRange ' +
  'PublicSurveySection PublicSurveyTownship PurchaseContractDate RVParkingDimensions RailAccessYN RangeArea ' +
  'RentControlYN RentIncludes RoadFrontageType RoadResponsibility RoadSurfaceType Roof RoomType Rooms ' +
  'RoomsTotal SalePricePerArea SalePricePerSquareFoot SalePricePerUnit SeatingCapacity SecurityFeatures ' +
  'SeniorCommunityYN SerialU SerialX SerialXX Sewer ShowingAdvanceNotice ShowingAttendedYN ' +
  'ShowingConsiderations ShowingContactName ShowingContactPhone ShowingContactPhoneExt ShowingContactType ' +
  'ShowingDays ShowingEndTime ShowingInstructions ShowingRequirements ShowingServiceName ShowingStartTime ' +
  'SignOnPropertyYN SimpleDaysOnMarket Skirt SocialMedia SoilType SourceSystem SourceSystemID SourceSystemKey ' +
  'SourceSystemName SpaFeatures SpaYN SpecialLicenses SpecialListingConditions StandardStatus ' +
  'StartShowingDate StateOrProvince StateRegion StatusChangeTimestamp Stories StoriesTotal ' +
  'StreetAdditionalInfo StreetDirPrefix StreetDirSuffix StreetName StreetNumber StreetNumberNumeric ' +
  'StreetSuffix StreetSuffixModifier StructureType SubAgencyCompensation SubAgencyCompensationType ' +
  'SubdivisionName SubleaseYN SubmarketName SuppliesExpense SyndicateTo SyndicationRemarks TaxAnnualAmount ' +
  'TaxAnnualAmountPerLivingAreaUnit TaxAnnualAmountPerSquareFoot TaxAssessedValue TaxBlock TaxBookNumber ' +
  'TaxLegalDescription TaxLot TaxMapNumber TaxOtherAnnualAssessmentAmount TaxParcelLetter TaxStatusCurrent ' +
  'TaxTract TaxYear TenantNames TenantPays TenantType Topography TotalActualRent Township ' +
  'TransactionBrokerCompensation TransactionBrokerCompensationType TrashExpense UnitFloorLocation UnitNumber ' +
  'UnitTypeType UnitTypes UnitsFurnished UniversalParcelId UniversalPropertyId UniversalPropertySubId ' +
  'UnparsedAddress Utilities VacancyAllowance VacancyAllowanceRate Vegetation VideosChangeTimestamp ' +
  'VideosCount View ViewYN VirtualTourURLBranded VirtualTourURLUnbranded WalkScore WaterBodyName ' +
  'WaterSewerExpense WaterSource WaterfrontFeatures WaterfrontYN WindowFeatures WithdrawnDate WoodedArea ' +
  'WorkmansCompensationExpense YearBuilt YearBuiltDetails YearBuiltEffective YearBuiltSource YearEstablished ' +
  'YearRenovated YearsCurrentOwner Zoning ZoningDescription'
).split(' ');
